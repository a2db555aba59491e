import { and, eq, type SQL, sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { decide, type RequestRow } from '../../../domain/remote-access/contract.ts';
import { enterMinutes } from '../../../domain/remote-access/limits.ts';
import { lowered } from '../../../domain/remote-access/rule.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { leftBelow } from '../../http/ways-left.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { stopSession, writeAnswer } from './remote-access.sql.ts';
import { isMine, present, q, type Row, shownRequests } from './request-row.ts';

type State = RequestRow['state'];

const find = async (ctx: SessionContext, id: string) => {
  const [[row]] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    shownRequests(db, { isLeft: sql<boolean>`${leftBelow('below_remote')}` }).where(and(eq(q.id, id), isMine(ctx))),
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

async function write(ctx: SessionContext, id: string, answer: Parameters<typeof writeAnswer>[3]): Promise<State> {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [writeAnswer(db, ctx, id, answer)]);
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
  const shown = present(row, ctx);
  if (action === 'end') return { state: await end(ctx, row, shown.mine.end) };
  const isPerson = row.userId === ctx.session.sub;
  if (!isPerson && !can(ctx.session, 'remote.decide')) throw new AppError('not_found');
  if (!shown.mine.decide) {
    // The asker can't answer their own request; anything else has been answered already.
    if (row.askerId === ctx.session.sub && row.state === 'requested') throw new AppError('not_permitted', { action: 'remote.decide' });
    throw new AppError('remote_over', { state: row.state });
  }
  const mine = isPerson ? sql`q.needs_person and q.person_at is null` : sql`q.needs_admin and q.admin_at is null`;
  if (action === 'refuse')
    return {
      state: await write(ctx, id, {
        set: sql`state = 'refused', decided_at = app.now(), refusal = ${reason}`,
        guard: mine,
        told: toAsker('remote_refused', sql`jsonb_build_object('reason', ${reason}::text)`),
        what: 'remote.refuse',
        change: sql`jsonb_build_object('reason', ${reason}::text, 'as', ${isPerson ? 'person' : 'admin'}::text)`,
      }),
    };
  if (!row.isLeft) throw new AppError('remote_off');
  const given = lowered(row, { ...(reach && { reach }), ...(minutes && { minutes }) });
  if (!given) throw new AppError('invalid_input', { name: 'minutes', reason: 'invalid' }, { field: minutes ? 'minutes' : 'reach' });
  const other = isPerson ? sql`(not q.needs_admin or q.admin_at is not null)` : sql`(not q.needs_person or q.person_at is not null)`;
  const opened = sql`state = case when ${other} then 'authorized' else q.state end, decided_at = case when ${other} then app.now() end,
    enter_by = case when ${other} then app.now() + make_interval(mins => ${enterMinutes}) end`;
  // Of two concurrent decisions the smaller reach and time count.
  const less = sql`reach = case when ${given.reach}::text = 'view' then 'view' else q.reach end, minutes = least(q.minutes, ${given.minutes}::int)`;
  const gate = isPerson
    ? sql`person_at = app.now(), person_sid = ${ctx.session.sid}::uuid, ${less}`
    : sql`admin_at = app.now(), admin_id = (select app.user_id()), ${less}`;
  return {
    state: await write(ctx, id, {
      set: sql`${gate}, ${opened}`,
      guard: mine,
      told: toAsker('remote_allowed', sql`jsonb_build_object('minutes', ${given.minutes}::int)`),
      what: 'remote.allow',
      change: sql`jsonb_build_object('reach', ${given.reach}::text, 'minutes', ${given.minutes}::int,
        'as', ${isPerson ? 'person' : 'admin'}::text)`,
    }),
  };
});

/** Ends what goes on in one's account, or in the unit for its administrators; one that is over stays as it is. */
async function end(ctx: SessionContext, row: Row, may: boolean): Promise<State> {
  const isPerson = row.userId === ctx.session.sub;
  if (!may) throw row.state === 'active' ? new AppError('not_found') : new AppError('remote_over', { state: row.state });
  await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [stopSession(db, ctx, row.id, isPerson ? 'person' : 'admin')]);
  wakeOutbox(ctx);
  return 'ended';
}
