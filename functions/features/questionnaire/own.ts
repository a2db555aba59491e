import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { answerQuestionnaire, deferQuestionnaire, readQuestionnaire } from '../../../domain/questionnaire/contract.ts';
import { isToBeAsked, mostDeferrals } from '../../../domain/questionnaire/rule.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { positions, readPosition } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Row = {
  answer: string | null;
  other: string | null;
  deferred: number | null;
  deferred_at: string | null;
  values: Partial<SettingsForm> | null;
};

export const readOwnAnswer = bind(readQuestionnaire, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select q.answer, q.other, q.deferred, q.deferred_at, (select s."values" from settings s) as "values"
      from (select 1) one left join questionnaires q on q.user_id = (select app.user_id())`),
  ]);
  const [row] = rowsOf<Row>(result);
  // Of the other profiles nothing is asked (BEHAVIOUR 9).
  const on = ctx.session.profile === 'user' && isOn(mergeSettings(row?.values).show_questionario_perfil);
  const answer = positions.find((position) => position === row?.answer) ?? null;
  const facts = {
    ...{ on, profile: ctx.session.profile, answered: answer !== null, deferred: row?.deferred ?? 0 },
    deferredAt: row?.deferred_at ? new Date(row.deferred_at).toISOString() : null,
  };
  return { on, ask: isToBeAsked(facts, ctx.clock.now()), answer, other: row?.other ?? null };
});

/** Another's id is as good as none (Spec 7 names it in the call; it is one's own or nothing). */
export const giveAnswer = bind(answerQuestionnaire, async ({ user_id, perfil_usuario }, ctx) => {
  if (user_id !== ctx.session.sub) throw new AppError('not_found');
  const { position, other } = readPosition(perfil_usuario);
  await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`with w as (insert into questionnaires as q (user_id, answer, other, answered_at) values (${user_id}::uuid, ${position}, ${other}, app.now())
          on conflict (tenant_id, user_id) do update set answer = excluded.answer, other = excluded.other, answered_at = excluded.answered_at returning q.user_id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'questionnaire.answer', w.user_id, jsonb_build_object('after', jsonb_build_object('answer', ${position}::text)), ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  return { status: 'ok' as const };
});

export const putOff = bind(deferQuestionnaire, async (_input, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`with w as (insert into questionnaires as q (user_id, deferred, deferred_at) values ((select app.user_id()), 1, app.now())
          on conflict (tenant_id, user_id) do update set deferred = q.deferred + 1, deferred_at = excluded.deferred_at
            where q.answer is null and q.deferred < ${mostDeferrals}::int and q.deferred_at < app.now() - interval '1 minute' returning q.user_id),
        a as (insert into audit (what, row_id, ip, request_id) select 'questionnaire.later', w.user_id, ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  return { status: 'ok' as const };
});
