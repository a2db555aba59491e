import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import type { RequestRow } from '../../../domain/remote-access/contract.ts';
import { answerMinutes, enterMinutes, lookMinutes, lookStartMinutes, refusals } from '../../../domain/remote-access/limits.ts';
import type { Waiting } from '../../../domain/remote-access/wait-contract.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { delegated } from '../../request/delegation.ts';
import { tell } from '../notifications/index.ts';

// Functions of the database, and writes guarded by the state that they leave.

type State = RequestRow['state'];
type Origin = { address: string | null; requestId: string | null };
const me = ({ session }: SessionContext) => sql`${session.sub}::uuid`;

/** Requests q that have expired although their state doesn't say so yet. */
const isExpired = sql`((q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()))`;
const isPending = sql`((q.state = 'requested' and q.expires_at > app.now()) or (q.state = 'authorized' and q.enter_by > app.now()))`;

const layers = {
  settings: typed<Partial<SettingsForm> | null>('jsonb?'),
  above: typed<Partial<SettingsForm>[]>('jsonb'),
} as const;
const readLayers = sql`(select s."values" from settings s) as settings,
    (select coalesce(jsonb_agg(v), '[]') from app.settings_above() v) as above`;

const left = raw('remote.left', { is_left: 'bool' });
/** Whether the layers above leave remote access to this tenant. */
export const readDelegated = (db: Db) => left(db, sql`select ${delegated('below_remote')} as is_left`);

const consent = raw('remote.consent', { allow_remote: 'bool', remote_until: 'timestamptz?', ...layers });
export const readStoredConsent = (db: Db, ctx: SessionContext) =>
  consent(
    db,
    sql`select u.allow_remote, case when u.remote_until > app.now() then u.remote_until end as remote_until, ${readLayers}
      from users u where u.id = ${me(ctx)}`,
  );

const asked = raw('remote.ask_facts', {
  name: 'text',
  profile: typed<Profile>('text'),
  flags: 'text[]',
  allow_remote: 'bool',
  remote_until: 'timestamptz?',
  ...layers,
  pending: 'bool',
  refused: 'text[]',
});
/** Loads what the rule needs; no row for a user who is gone, removed, blocked, a partner's seat or the asker. */
export const readAskFacts = (db: Db, ctx: SessionContext, user: string) =>
  asked(
    db,
    sql`select u.name, u.profile, u.flags, u.allow_remote, u.remote_until, ${readLayers},
      exists (select from remote_requests q where q.asker_id = ${me(ctx)} and q.user_id = u.id and ${isPending}) as pending,
      array(select q.decided_at::text from remote_requests q where q.asker_id = ${me(ctx)} and q.user_id = u.id and q.state = 'refused'
        and q.decided_at > app.now() - make_interval(hours => ${refusals.hours}) order by q.decided_at) as refused
    from users u
    where u.id = ${user}::uuid and u.id <> ${me(ctx)} and u.status in ('A','T') and u.deleted_at is null and u.seat is null`,
  );

// What was true when the facts were read must still be true when the request is made.
const stillAllowed = sql`u.allow_remote and u.status in ('A','T') and u.deleted_at is null
    and exists (select from settings s where s."values"->>'allow_access_remote' = 'S')`;

type Wish = { user: string; reason: string; ticket: string; reach: 'view' | 'act'; minutes: number };
type NewRequest = Wish & { id: string; state: 'requested' | 'authorized'; gates: { admin: boolean; person: boolean }; hash: string };
const expireOwn = raw('remote.expire_own', {});
const ask = raw('remote.ask', {});
const announce = raw('remote.announce', {});

/** Asks, unless another request of the same asker is open or consent was withdrawn. */
const insertOne = (db: Db, ctx: SessionContext, { id, user, reason, ticket, reach, minutes, state, gates, hash }: NewRequest) => {
  const now = state === 'authorized' ? sql`app.now()` : sql`null::timestamptz`;
  return ask(
    db,
    sql`insert into remote_requests (id, kind, asker_home_id, asker_id, asker_sid, asker_name, user_id, reason, ticket, reach, minutes,
        state, needs_admin, needs_person, wait_hash, expires_at, enter_by, decided_at)
      select ${id}::uuid, 'remote', (select app.home_id()), k.id, ${ctx.session.sid}::uuid, k.name, u.id, ${reason}, ${ticket || null},
        ${reach}, ${minutes}::int, ${state}, ${gates.admin}, ${gates.person}, ${hash}::bytea,
        app.now() + make_interval(mins => ${answerMinutes}), ${now} + make_interval(mins => ${enterMinutes}), ${now}
      from users u join users k on k.id = ${me(ctx)} where u.id = ${user}::uuid and ${stillAllowed}
      on conflict (tenant_id, asker_id, user_id) where state in ('requested','authorized') and kind = 'remote' do nothing`,
  );
};

/** Asks, then notifies and records; the second result says whether there was anything to do: the later statements read the request. */
export function insertRequest(db: Db, ctx: SessionContext, request: NewRequest) {
  const { id, user, reason, ticket, reach, minutes } = request;
  const vars = sql`jsonb_build_object('person', (select k.name from users k where k.id = ${me(ctx)}),
    'user', (select u.name from users u, w where u.id = w.user_id), 'reason', ${reason}::text, 'ticket', ${ticket}::text,
    'minutes', ${minutes}::int)`;
  const link = sql`'/remote/authorization?id=' || ${id}::text`;
  const deciders = sql`select d.id as user_id from users d, w where w.needs_admin and d.profile = 'admin' and d.id <> ${me(ctx)}`;
  return [
    expireOwn(
      db,
      sql`update remote_requests q set state = 'expired', decided_at = app.now(), version = version + 1
        where q.asker_id = ${me(ctx)} and q.user_id = ${user}::uuid and ${isExpired}`,
    ),
    insertOne(db, ctx, request),
    announce(
      db,
      sql`with w as (select q.id, q.user_id, q.needs_admin, q.needs_person from remote_requests q where q.id = ${id}::uuid),
        ${tell('told', { people: sql`select w.user_id from w where w.needs_person`, kind: 'remote_requested', vars, link })},
        ${tell('deciders', { people: deciders, kind: 'remote_needs_admin', vars, link })}
        ${auditEach(ctx, {
          what: 'remote.ask',
          row: sql`w.id`,
          facts: { user: sql`w.user_id`, reason, ticket, reach, minutes, admin: sql`w.needs_admin`, person: sql`w.needs_person` },
          from: sql`w`,
        })}`,
    ),
  ] as const;
}

const look = raw('remote.look', {});
const soon = sql`make_interval(mins => ${lookStartMinutes})`;
/** A request that is authorized at once, for an administrator's view-only visit. */
export const insertLook = (db: Db, ctx: SessionContext, { id, user, hash }: { id: string; user: string; hash: string }) =>
  look(
    db,
    sql`with w as (
        insert into remote_requests (id, kind, asker_home_id, asker_id, asker_sid, asker_name, user_id, reach, minutes,
          state, needs_admin, needs_person, wait_hash, expires_at, enter_by, decided_at)
        select ${id}::uuid, 'view', (select app.home_id()), k.id, ${ctx.session.sid}::uuid, k.name, u.id, 'view', ${lookMinutes}::int,
          'authorized', false, false, ${hash}::bytea, app.now() + ${soon}, app.now() + ${soon}, app.now()
        from users u join users k on k.id = ${me(ctx)} where u.id = ${user}::uuid and ${stillAllowed} returning id, user_id)
      ${auditEach(ctx, { what: 'remote.look', row: sql`w.id`, facts: { user: sql`w.user_id` }, from: sql`w` })}`,
  );

const start = raw('remote.start', { state: typed<State>('text'), ends_at: 'timestamptz?' });
/** Opens the act-as session `sid` if the request allows it; without `ends_at` nothing was opened. */
export const startActing = (db: Db, ctx: SessionContext, hash: string, sid: string) =>
  start(
    db,
    sql`select state, ends_at
      from app.act_start(${hash}::bytea, ${ctx.session.sid}::uuid, ${sid}::uuid, ${ctx.address}, ${ctx.requestId})`,
  );

export type EndedBy = NonNullable<RequestRow['endedBy']>;
const end = raw('remote.end', { ended: 'bool' });
/** Ends an act-as session, records it and notifies both sides. */
export const endSession = (db: Db, sid: string, by: EndedBy, { address, requestId }: Origin) =>
  end(db, sql`select app.act_end(${sid}::uuid, ${by}, ${address}, ${requestId}) as ended`);

const page = raw('remote.page', { noted: 'bool' });
export const writePage = (db: Db, sid: string, path: string, title: string) =>
  page(db, sql`select app.act_page(${sid}::uuid, ${path}, ${title}) as noted`);

const endVisits = raw('remote.end_visits', { ended: 'bool' });
/** Ends the visits to the caller's own account. */
export const endOwnVisits = (db: Db, ctx: SessionContext) =>
  endVisits(
    db,
    sql`select app.act_end(q.session_id, 'person', ${ctx.address}, ${ctx.requestId}) as ended from remote_requests q
      where q.user_id = ${me(ctx)} and q.state = 'active'`,
  );

const recordConsent = raw('remote.record_consent', {});
/** Records what the caller has consented to; without `until`, the standing approval that is stored. */
export const writeConsentRecord = (db: Db, ctx: SessionContext, allow: boolean, until: string | null | undefined) =>
  recordConsent(
    db,
    auditEach(ctx, {
      what: 'remote.consent',
      row: sql`w.id`,
      facts: { allow, until: until === undefined ? sql`w.remote_until` : until },
      from: sql`users w`,
      where: sql`w.id = ${me(ctx)}`,
    }),
  );

export type Answer = { set: SQL; guard: SQL; told: SQL; what: 'remote.allow' | 'remote.refuse'; change: SQL };
const answer = raw('remote.answer', { state: typed<State>('text') });
/** The first of several concurrent answers wins; the two approvals come one by one in any order. No row if the request is over. */
export const writeAnswer = (db: Db, ctx: SessionContext, id: string, { set, guard, told, what, change }: Answer) =>
  answer(
    db,
    sql`with w as (update remote_requests q set ${set}, version = q.version + 1
        where q.id = ${id}::uuid and q.state = 'requested' and q.expires_at > app.now() and ${guard}
        returning q.id, q.user_id, q.asker_id, q.asker_home_id, q.state),
      ${told},
      a as (${auditEach(ctx, { what, row: sql`w.id`, facts: change, from: sql`w` })})
      select state from w`,
  );

const stop = raw('remote.stop', {});
export const stopSession = (db: Db, ctx: SessionContext, id: string, by: 'person' | 'admin') =>
  stop(
    db,
    sql`with e as (select q.id, app.act_end(q.session_id, ${by}, ${ctx.address}, ${ctx.requestId}) as ended
        from remote_requests q where q.id = ${id}::uuid and q.state = 'active')
      ${auditEach(ctx, { what: 'remote.stop', row: sql`e.id`, from: sql`e`, where: sql`e.ended` })}`,
  );

const due = raw('remote.due', { tenant_id: 'uuid', id: 'uuid', session_id: 'uuid?', by: typed<EndedBy>('text') });
export const readDue = (db: Db, most: number) => due(db, sql`select tenant_id, id, session_id, by from app.due_remote(${most})`);

const expire = raw('remote.expire', {});
export const expireRequest = (db: Db, id: string) =>
  expire(
    db,
    sql`with w as (update remote_requests q set state = 'expired', decided_at = app.now(), version = q.version + 1
        where q.id = ${id}::uuid and ${isExpired} returning q.*),
      ${tell('told', {
        people: sql`select w.asker_id as user_id from w where w.asker_home_id = w.tenant_id`,
        kind: 'remote_expired',
        vars: sql`jsonb_build_object('person', coalesce((select u.name from users u join w on w.user_id = u.id), ''))`,
        link: sql`null::text`,
      })}
      ${auditEach(null, { what: 'remote.expire', row: sql`w.id`, from: sql`w` })}`,
  );

const wait = raw('remote.wait', {
  tenant_id: 'uuid',
  id: 'uuid',
  kind: typed<Waiting['kind']>('text'),
  state: typed<State>('text'),
  person: 'text?',
  tenant_name: 'text',
  reason: 'text',
  ticket: 'text?',
  reach: typed<Waiting['reach']>('text'),
  minutes: 'int4',
  needs_admin: 'bool',
  needs_person: 'bool',
  admin_at: 'timestamptz?',
  person_at: 'timestamptz?',
  refusal: 'text?',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  enter_by: 'timestamptz?',
  ends_at: 'timestamptz?',
});
export const readWaiting = (db: Db, hash: string) =>
  wait(
    db,
    sql`select tenant_id, id, kind, state, person, tenant_name, reason, ticket, reach, minutes, needs_admin, needs_person,
        admin_at, person_at, refusal, created_at, expires_at, enter_by, ends_at
      from app.wait_of(${hash}::bytea)`,
  );

const cancel = raw('remote.cancel', { state: typed<State | null>('text?') });
export const cancelRequest = (db: Db, ctx: SessionContext, hash: string) =>
  cancel(db, sql`select app.wait_cancel(${hash}::bytea, ${ctx.address}, ${ctx.requestId}) as state`);
