import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { ask, look } from '../../../domain/remote-access/contract.ts';
import { answerMinutes, enterMinutes, lookMinutes, refusals } from '../../../domain/remote-access/limits.ts';
import { gatesOf, prevented } from '../../../domain/remote-access/rule.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce } from '../../../domain/settings/functions.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { hashOf, newId, newSecret } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { factsOfOwnActing } from '../session/index.ts';
import { actAsAnswer } from './act-as.ts';

type Facts = {
  name: string;
  profile: Profile;
  flags: string[];
  allow_remote: boolean;
  remote_until: string | null;
  settings: Partial<SettingsForm> | null;
  above: Partial<SettingsForm>[];
  pending: boolean;
  refused: string[];
};

const me = (ctx: SessionContext) => sql`${ctx.session.sub}::uuid`;

/** Loads what the rule asks for; a person who is gone, removed, stopped or nobody's is none. */
const factsQuery = (db: Db, ctx: SessionContext, user: string) =>
  db.execute(sql`select u.name, u.profile, u.flags, u.allow_remote, u.remote_until, (select s."values" from settings s) as settings, (select coalesce(jsonb_agg(v), '[]') from app.settings_above() v) as above,
      exists (select from remote_requests q where q.asker_id = ${me(ctx)} and q.user_id = u.id and ((q.state = 'requested' and q.expires_at > app.now()) or (q.state = 'authorized' and q.enter_by > app.now()))) as pending,
      array(select q.decided_at::text from remote_requests q where q.asker_id = ${me(ctx)} and q.user_id = u.id and q.state = 'refused' and q.decided_at > app.now() - make_interval(hours => ${refusals.hours}) order by q.decided_at) as refused
    from users u where u.id = ${user}::uuid and u.id <> ${me(ctx)} and u.status in ('A','T') and u.deleted_at is null and u.seat is null`);

async function gatesFor(ctx: SessionContext, action: 'remote.ask' | 'remote.look', user: string) {
  const [found] = await ctx.database.withTenant(entryOf(ctx, action), (db) => [factsQuery(db, ctx, user)]);
  const [facts] = rowsOf<Facts>(found);
  if (!facts) throw new AppError('not_found', undefined, { field: 'user' });
  const settings = mergeSettings(facts.settings);
  const asker = { profile: ctx.session.profile, flags: ctx.session.flags };
  const stands = prevented({
    asker,
    target: facts,
    unitAllows: functionsInForce(settings, facts.above.map(mergeSettings)).remote,
    personAllows: facts.allow_remote,
    pending: action === 'remote.ask' && facts.pending,
    refusedAt: action === 'remote.ask' ? facts.refused.map((at) => Date.parse(at)) : [],
  });
  if (stands) throw new AppError(stands.code, stands.vars);
  const standingUntil = facts.remote_until ? Date.parse(facts.remote_until) : null;
  return gatesOf({ asker, policy: settings.remote_consent, standingUntil }, ctx.clock.now());
}

// What stood when the facts were read must still stand when the request is made.
const stillAllowed = sql`u.allow_remote and u.status in ('A','T') and u.deleted_at is null and exists (select from settings s where s."values"->>'allow_access_remote' = 'S')`;

export const askToEnter = bind(ask, async ({ user, reason, ticket, reach, minutes }, ctx) => {
  const gates = await gatesFor(ctx, 'remote.ask', user);
  const state = gates.admin || gates.person ? ('requested' as const) : ('authorized' as const);
  const [id, token] = [newId(ctx.clock.now()), newSecret()];
  const hash = await hashOf(token);
  const asked = sql`jsonb_build_object('person', (select k.name from users k where k.id = ${me(ctx)}), 'user', (select u.name from users u, w where u.id = w.user_id), 'reason', ${reason}::text, 'ticket', ${ticket}::text, 'minutes', ${minutes}::int)`;
  const link = sql`'/remote/authorization?id=' || ${id}::text`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'remote.ask'), (db) => [
    db.execute(sql`with x as (update remote_requests q set state = 'expired', decided_at = app.now(), version = version + 1 where q.asker_id = ${me(ctx)} and q.user_id = ${user}::uuid and ((q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now())) returning 1),
      w as (insert into remote_requests (id, kind, asker_home_id, asker_id, asker_sid, asker_name, user_id, reason, ticket, reach, minutes, state, needs_admin, needs_person, wait_hash, expires_at, enter_by, decided_at)
        select ${id}::uuid, 'remote', (select app.home_id()), k.id, ${ctx.session.sid}::uuid, k.name, u.id, ${reason}, ${ticket || null}, ${reach}, ${minutes}::int, ${state}, ${gates.admin}, ${gates.person}, ${hash}::bytea,
          app.now() + make_interval(mins => ${answerMinutes}), case when ${state}::text = 'authorized' then app.now() + make_interval(mins => ${enterMinutes}) end, case when ${state}::text = 'authorized' then app.now() end
        from users u join users k on k.id = ${me(ctx)} where u.id = ${user}::uuid and ${stillAllowed} and (select count(*) from x) >= 0
        on conflict (tenant_id, asker_id, user_id) where state in ('requested','authorized') and kind = 'remote' do nothing returning id, user_id, needs_admin, needs_person),
      ${tell('told', { people: sql`select w.user_id from w where w.needs_person`, kind: 'remote_requested', vars: asked, link })},
      ${tell('deciders', { people: sql`select d.id as user_id from users d, w where w.needs_admin and d.profile = 'admin' and d.id <> ${me(ctx)}`, kind: 'remote_needs_admin', vars: asked, link })},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'remote.ask', w.id, jsonb_build_object('user', w.user_id, 'reason', ${reason}::text, 'ticket', ${ticket}::text, 'reach', ${reach}::text, 'minutes', ${minutes}::int, 'admin', w.needs_admin, 'person', w.needs_person), ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  // Another click of the same person came first, or the permission went meanwhile.
  if (result.rows.length === 0) throw new AppError('remote_pending', { person: '' });
  wakeOutbox(ctx);
  return { id, token, state };
});

/** The request that allows itself and the session it opens are one transaction: no consent is skipped that anybody would have been asked for. */
export const lookAs = bind(look, async ({ user }, ctx) => {
  await gatesFor(ctx, 'remote.look', user);
  const [id, sid, token] = [newId(ctx.clock.now()), newId(ctx.clock.now()), newSecret()];
  const hash = await hashOf(token);
  const [, started, session] = await ctx.database.withTenant(entryOf(ctx, 'remote.look'), (db) => [
    db.execute(sql`with w as (insert into remote_requests (id, kind, asker_home_id, asker_id, asker_sid, asker_name, user_id, reach, minutes, state, needs_admin, needs_person, wait_hash, expires_at, enter_by, decided_at)
        select ${id}::uuid, 'view', (select app.home_id()), k.id, ${ctx.session.sid}::uuid, k.name, u.id, 'view', ${lookMinutes}::int, 'authorized', false, false, ${hash}::bytea, app.now() + interval '1 minute', app.now() + interval '1 minute', app.now()
        from users u join users k on k.id = ${me(ctx)} where u.id = ${user}::uuid and ${stillAllowed} returning id, user_id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'remote.look', w.id, jsonb_build_object('user', w.user_id), ${ctx.address}, ${ctx.requestId} from w) select 1 from w`),
    db.execute(
      sql`select ends_at from app.act_start(${hash}::bytea, ${ctx.session.sid}::uuid, ${sid}::uuid, ${ctx.address}, ${ctx.requestId})`,
    ),
    factsOfOwnActing(db, sid),
  ]);
  if (!rowsOf<{ ends_at: string | null }>(started)[0]?.ends_at) throw new AppError('remote_over', { state: 'expired' });
  wakeOutbox(ctx);
  return actAsAnswer(ctx, sid, session);
});
