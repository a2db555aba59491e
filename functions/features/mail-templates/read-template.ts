import { eq, sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { mailTemplates } from '../../../db/schema/mail-templates.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { readTemplate } from '../../../domain/mail-templates/contract.ts';
import { templateLimits } from '../../../domain/mail-templates/limits.ts';
import { getRequired, getVariables } from '../../../domain/mail-templates/variables.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { mailTexts } from '../../../i18n/mail-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { whoDid } from '../../request/history.ts';
import { builtInMail } from './built-in-mail.ts';

const m = mailTemplates;
type Side = { language?: Language; subject?: string } | null;
const readChanges = raw('mail_templates.history', {
  id: 'uuid',
  at: 'timestamptz',
  who: 'text?',
  what: 'text',
  before: typed<Side>('jsonb?'),
  after: typed<Side>('jsonb?'),
});

export const readOneTemplate = bind(readTemplate, async ({ kind }, ctx) => {
  const [rows, { rows: changes }] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    db.select().from(m).where(eq(m.kind, kind)),
    readChanges(
      db,
      sql`select a.id, a.at, ${whoDid} as who, a.what, a.change->'before' as before, a.change->'after' as after from audit a
        where a.row_id = (select app.tenant_id()) and a.what in ('mail_template.edit', 'mail_template.reset')
          and coalesce(a.change->'after'->>'kind', a.change->'before'->>'kind') = ${kind}
        order by a.at desc, a.id limit ${templateLimits.history}`,
    ),
  ]);
  const required = getRequired(kind);
  const texts = await Promise.all(
    languages.map(async (language) => {
      const builtIn = builtInMail(kind, await mailTexts(language));
      const row = rows.find((each) => each.language === language);
      if (!row) return { language, builtIn, own: null };
      const { subject, greeting, button, body, html, version } = row;
      return { language, builtIn, own: { subject, greeting, button, body, html, version, changedAt: toIso(row.changedAt) } };
    }),
  );
  return {
    variables: getVariables(kind).map((name) => ({ name, required: required.includes(name) })),
    languages: texts,
    history: changes.flatMap(({ id, at, who, what, before, after }) => {
      const language = after?.language ?? before?.language;
      return language
        ? [
            {
              id,
              at: toIso(at),
              who,
              what: what === 'mail_template.reset' ? ('reset' as const) : ('edit' as const),
              language,
              subject: after?.subject ?? '',
            },
          ]
        : [];
    }),
  };
});
