import { and, eq, inArray, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { mailTemplates } from '../../../db/schema/mail-templates.ts';
import { resetTemplate } from '../../../domain/mail-templates/contract.ts';
import { auditedText, type StoredTemplate } from '../../../domain/mail-templates/edit.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const m = mailTemplates;

/** Mail that is already queued is worded when it leaves, so it goes out with the built-in text too. */
export const resetOneTemplate = bind(resetTemplate, async ({ kind, language }, ctx) => {
  const entry = getEntry(ctx, 'mail.manage');
  const where = and(eq(m.kind, kind), language && eq(m.language, language));
  const [rows] = await ctx.database.withTenant(entry, (db) => [db.select().from(m).where(where)]);
  if (rows.length === 0) return { status: 'ok' as const };
  await ctx.database.withTenant(entry, (db) => [
    mustHold(
      db,
      sql`(select count(*) from ${db
        .select({ version: m.version })
        .from(m)
        .where(
          and(
            where,
            inArray(
              sql`(${m.language}, ${m.version})`,
              rows.map((row) => sql`(${row.language}, ${row.version}::int)`),
            ),
          ),
        )
        .for('update')} as locked) = ${rows.length}`,
    ),
    db.delete(m).where(where),
    ...rows.map((row) =>
      audited(db, ctx, 'mail_template.reset', ctx.session.tenant, {
        before: { kind, language: row.language, ...auditedText(row as StoredTemplate) }, // because a check constraint wants one text
      }),
    ),
  ]);
  return { status: 'ok' as const };
});
