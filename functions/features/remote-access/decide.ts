import { and, eq, type SQL, sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { decideAllow, refuseAnswer, refuseEnd } from '../../../domain/remote-access/answer.ts';
import { decide, type RequestRow } from '../../../domain/remote-access/contract.ts';
import { enterMinutes } from '../../../domain/remote-access/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { delegated } from '../../request/delegation.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { type Answer, stopSession, writeAnswer } from './remote-access.sql.ts';
import { isMine, present, q, type Row, shownRequests } from './request-row.ts';

type State = RequestRow['state'];

const find = async (ctx: SessionContext, id: string) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [
    shownRequests(db, { isDelegated: sql<boolean>`${delegated('below_remote')}` }).where(and(eq(q.id, id), isMine(ctx))),
  ]);
  return row;
};

const names = sql`jsonb_build_object('person', (select p.name from users p where p.id = (select app.user_id())),
    'user', (select u.name from users u, w where u.id = w.user_id))`;
const toAsker = (kind: 'remote_allowed' | 'remote_refused', more: SQL) =>
  tell('told', {
    people: sql`select w.asker_id as user_id from w where w.asker_home_id = (select app.tenant_id()) and w.state <> 'requested'`,
    kind,
    vars: sql`${names} || ${more}`,
    link: sql`null::text`,
  });

async function write(ctx: SessionContext, id: string, answer: Answer): Promise<State> {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [writeAnswer(db, ctx, id, answer)]);
  const state = rows[0]?.state;
  if (state) {
    wakeOutbox(ctx);
    return state;
  }
  const now = await find(ctx, id);
  throw new AppError('remote_over', { state: now?.state ?? 'expired' });
}

export const decideRequest = bind(decide, async ({ id, action, reach, minutes, reason }, ctx) => {
  const row = await find(ctx, id);
  if (!row) throw new AppError('not_found');
  const { state, mine } = present(row, ctx);
  const isPerson = row.userId === ctx.session.sub;
  if (action === 'end') {
    throwIfRefused(refuseEnd(state, mine.end));
    return { state: await end(ctx, id, isPerson) };
  }
  const isAsker = row.askerId === ctx.session.sub;
  throwIfRefused(refuseAnswer({ state, mayAnswer: mine.decide, isPerson, isAsker, decides: can(ctx.session, 'remote.decide') }));
  if (action === 'refuse') return { state: await write(ctx, id, refusal(reason, isPerson)) };
  const given = planOrThrow(decideAllow(row, { ...(reach && { reach }), ...(minutes && { minutes }) }, row.isDelegated));
  return { state: await write(ctx, id, allowance(ctx, given, isPerson)) };
});

const as = (isPerson: boolean) => sql`${isPerson ? 'person' : 'admin'}::text`;
const ownGate = (isPerson: boolean) => (isPerson ? sql`q.needs_person and q.person_at is null` : sql`q.needs_admin and q.admin_at is null`);

const refusal = (reason: string, isPerson: boolean): Answer => ({
  set: sql`state = 'refused', decided_at = app.now(), refusal = ${reason}`,
  guard: ownGate(isPerson),
  told: toAsker('remote_refused', sql`jsonb_build_object('reason', ${reason}::text)`),
  what: 'remote.refuse',
  change: sql`jsonb_build_object('reason', ${reason}::text, 'as', ${as(isPerson)})`,
});

/** Gives one approval; the request is authorized when the other one is given too. */
function allowance(ctx: SessionContext, { reach, minutes }: Pick<Row, 'reach' | 'minutes'>, isPerson: boolean): Answer {
  const isLast = isPerson ? sql`(not q.needs_admin or q.admin_at is not null)` : sql`(not q.needs_person or q.person_at is not null)`;
  const gate = isPerson
    ? sql`person_at = app.now(), person_sid = ${ctx.session.sid}::uuid`
    : sql`admin_at = app.now(), admin_id = (select app.user_id())`;
  return {
    // Of two concurrent decisions the narrower scope and shorter time count.
    set: sql`${gate}, reach = case when ${reach}::text = 'view' then 'view' else q.reach end, minutes = least(q.minutes, ${minutes}::int),
      state = case when ${isLast} then 'authorized' else q.state end, decided_at = case when ${isLast} then app.now() end,
      enter_by = case when ${isLast} then app.now() + make_interval(mins => ${enterMinutes}) end`,
    guard: ownGate(isPerson),
    told: toAsker('remote_allowed', sql`jsonb_build_object('minutes', ${minutes}::int)`),
    what: 'remote.allow',
    change: sql`jsonb_build_object('reach', ${reach}::text, 'minutes', ${minutes}::int, 'as', ${as(isPerson)})`,
  };
}

/**
 * Ends an ongoing visit: to the caller's own account, or anywhere in the tenant for its administrators. A finished visit is left unchanged.
 */
async function end(ctx: SessionContext, id: string, isPerson: boolean): Promise<State> {
  await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [stopSession(db, ctx, id, isPerson ? 'person' : 'admin')]);
  wakeOutbox(ctx);
  return 'ended';
}
