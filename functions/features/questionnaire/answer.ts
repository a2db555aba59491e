import { eq, sql } from 'drizzle-orm';
import { setOf } from '../../../db/assertions.ts';
import { auditEach, audited } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { questionnaires } from '../../../db/schema/questionnaire.ts';
import { settings } from '../../../db/schema/settings.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { answerQuestionnaire, deferQuestionnaire, readQuestionnaire } from '../../../domain/questionnaire/contract.ts';
import { isToBeAsked, maxDeferrals, sameSeconds } from '../../../domain/questionnaire/rule.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { readPosition } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const me = sql`(select app.user_id())`;
const putOffOnce = raw('questionnaire.put_off', {});

export const readOwnAnswer = bind(readQuestionnaire, async (_input, ctx) => {
  const [[row], [unit]] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    db
      .select({
        answer: questionnaires.answer,
        other: questionnaires.other,
        deferred: questionnaires.deferred,
        deferredAt: questionnaires.deferredAt,
      })
      .from(questionnaires)
      .where(eq(questionnaires.userId, me)),
    db.select({ values: settings.values }).from(settings),
  ]);
  // Other profiles are not asked (BEHAVIOUR 9).
  const on = ctx.session.profile === 'user' && isOn(mergeSettings(unit?.values).show_questionario_perfil);
  const answer = row?.answer ?? null;
  const facts = {
    ...{ on, profile: ctx.session.profile, answered: answer !== null, deferred: row?.deferred ?? 0 },
    deferredAt: row?.deferredAt ? toIso(row.deferredAt) : null,
  };
  return { on, ask: isToBeAsked(facts, ctx.clock.now()), answer, other: row?.other ?? null };
});

/** The call names a user (Spec 7), but only the caller's own id is accepted. */
export const giveAnswer = bind(answerQuestionnaire, async ({ user_id, perfil_usuario }, ctx) => {
  if (user_id !== ctx.session.sub) throw new AppError('not_found');
  const { position, other } = readPosition(perfil_usuario);
  const given = { answer: position, other, answeredAt: sql`app.now()` };
  await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    db
      .insert(questionnaires)
      .values({ userId: user_id, ...given })
      .onConflictDoUpdate({ target: [questionnaires.tenantId, questionnaires.userId], set: setOf(questionnaires, given) }),
    audited(db, ctx, 'questionnaire.answer', user_id, { after: { answer: position } }),
  ]);
  return { status: 'ok' as const };
});

export const putOff = bind(deferQuestionnaire, async (_input, ctx) => {
  await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    // Counts and checks the limit in one statement, so that two tabs don't count twice.
    putOffOnce(
      db,
      sql`with w as (insert into questionnaires as q (user_id, deferred, deferred_at) values (${me}, 1, app.now())
          on conflict (tenant_id, user_id) do update set deferred = q.deferred + 1, deferred_at = excluded.deferred_at
            where q.answer is null and q.deferred < ${maxDeferrals}::int
              and q.deferred_at < app.now() - make_interval(secs => ${sameSeconds})
          returning q.user_id)
        ${auditEach(ctx, { what: 'questionnaire.later', row: sql`w.user_id`, from: sql`w` })}`,
    ),
  ]);
  return { status: 'ok' as const };
});
