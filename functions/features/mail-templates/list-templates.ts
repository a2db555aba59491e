import { sql } from 'drizzle-orm';
import { mailTemplates } from '../../../db/schema/mail-templates.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { listTemplates } from '../../../domain/mail-templates/contract.ts';
import { templateKinds } from '../../../domain/mail-templates/variables.ts';
import { getFamily } from '../../../domain/notifications/families.ts';
import { languages } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const m = mailTemplates;

export const listAllTemplates = bind(listTemplates, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    db.select({ kind: m.kind, language: m.language, changedAt: m.changedAt, imported: sql<boolean>`${m.html} is not null` }).from(m),
  ]);
  const items = templateKinds.map((kind) => ({
    kind,
    family: getFamily(kind),
    // In the order of languages; a row of a kind that no longer exists is not listed.
    own: languages.flatMap((language) =>
      rows
        .filter((row) => row.kind === kind && row.language === language)
        .map(({ imported, changedAt }) => ({ language, imported, changedAt: toIso(changedAt) })),
    ),
  }));
  return { items };
});
