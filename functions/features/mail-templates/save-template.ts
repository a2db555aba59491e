import { NeonDbError } from '@neondatabase/serverless';
import { and, eq, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { mailTemplates } from '../../../db/schema/mail-templates.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { saveTemplate } from '../../../domain/mail-templates/contract.ts';
import { decideSave, type StoredTemplate } from '../../../domain/mail-templates/edit.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getText } from './draft-text.ts';

const m = mailTemplates;

export const saveOneTemplate = bind(saveTemplate, async (input, ctx) => {
  const { kind, language, version } = input;
  const text = await getText(input);
  const entry = getEntry(ctx, 'mail.manage');
  const where = and(eq(m.kind, kind), eq(m.language, language));
  const [[row]] = await ctx.database.withTenant(entry, (db) => [db.select().from(m).where(where)]);
  const stored = row as StoredTemplate | undefined; // because a check constraint wants one of body and html
  const plan = planOrThrow(decideSave({ ...text, kind, language, version }, stored));
  const { subject, greeting, button } = text;
  const values = { ...{ subject, greeting, button }, body: text.body ?? null, html: text.html ?? null, version: plan.version };
  await orFirst(
    ctx.database.withTenant(entry, (db) => [
      ...(stored
        ? [
            lockVersion(db, m, and(where, eq(m.version, version))),
            db
              .update(m)
              .set(setOf(m, { ...values, changedAt: sql`app.now()` }))
              .where(where),
          ]
        : [db.insert(m).values({ kind, language, ...values })]),
      audited(db, ctx, 'mail_template.edit', ctx.session.tenant, plan.change),
    ]),
  );
  return { version: plan.version };
});

/** If two users word the same kind for the first time, one gets a conflict. */
async function orFirst(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('changed_meanwhile', undefined, { cause: error });
    throw error;
  }
}
