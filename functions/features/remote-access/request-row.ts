import { type SQL, sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import type { RequestRow } from '../../../domain/remote-access/contract.ts';
import type { SessionContext } from '../../http/context.ts';

export type Row = {
  id: string;
  kind: RequestRow['kind'];
  state: RequestRow['state'];
  asker_id: string;
  asker_name: string;
  asker_from: string;
  user_id: string | null;
  person: string | null;
  reason: string;
  ticket: string | null;
  reach: 'view' | 'act';
  minutes: number;
  needs_admin: boolean;
  needs_person: boolean;
  admin_at: string | null;
  person_at: string | null;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  refusal: string | null;
  started_at: string | null;
  ends_at: string | null;
  ended_at: string | null;
  ended_by: RequestRow['endedBy'];
  summary: { pages?: Opened[]; changes?: Changed[] };
};
type Opened = { at: string; path: string; title: string };
type Changed = { at: string; what: string; name?: string };

/** What time has made of request q already, before the job has written it down. */
const stateNow: SQL = sql`case when (q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()) then 'expired' when q.state = 'active' and q.ends_at <= app.now() then 'ended' else q.state end`;
export const isOpen: SQL = sql`${stateNow} in ('requested', 'authorized', 'active')`;

const toldSeconds = 30;
/**
 * Requests q that this session's browser follows: into its own account, open or just ended, and those that wait for the unit's own yes where it
 * may give it.
 */
export function isLive(ctx: SessionContext): SQL {
  const me = sql`${ctx.session.sub}::uuid`;
  const forUnit = can(ctx.session, 'remote.decide')
    ? sql`or (q.needs_admin and q.admin_at is null and q.state = 'requested' and q.asker_id <> ${me})`
    : sql``;
  return sql`q.created_at > app.now() - interval '4 hours' and ((q.user_id = ${me} and (q.state in ('requested','authorized','active') or (q.state = 'ended' and q.ended_at > app.now() - make_interval(secs => ${toldSeconds})))) ${forUnit})`;
}

/** Requests q with the person u whose session it is and, where he is of this unit, the asker k. */
export const requests = sql`remote_requests q left join users u on u.tenant_id = q.tenant_id and u.id = q.user_id left join users k on k.tenant_id = q.tenant_id and k.id = q.asker_id`;
export const columns = sql`q.id, q.kind, ${stateNow} as state, q.asker_id, q.asker_name, q.asker_from, q.user_id, u.name as person, q.reason, q.ticket, q.reach, q.minutes, q.needs_admin, q.needs_person, q.admin_at, q.person_at,
  q.created_at, q.expires_at, q.decided_at, q.refusal, q.started_at, q.ends_at, q.ended_at, q.ended_by, q.summary`;

/** The requests q this session may read: into its own account, its own asking, and all of the unit where it decides for it. */
export const isMine = (ctx: SessionContext): SQL =>
  can(ctx.session, 'remote.decide') ? sql`true` : sql`(q.user_id = ${ctx.session.sub}::uuid or q.asker_id = ${ctx.session.sub}::uuid)`;

const iso = (value: string) => new Date(value).toISOString();
const isoOrNull = (value: string | null) => (value ? iso(value) : null);

export function present(row: Row, ctx: SessionContext): RequestRow {
  const me = ctx.session.sub;
  const waits = row.state === 'requested';
  const awaits = { admin: waits && row.needs_admin && !row.admin_at, person: waits && row.needs_person && !row.person_at };
  const decides = can(ctx.session, 'remote.decide');
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    asker: { id: row.asker_id, name: row.asker_name, from: row.asker_from },
    person: row.user_id ? { id: row.user_id, name: row.person ?? '' } : null,
    reason: row.reason,
    ticket: row.ticket,
    reach: row.reach,
    minutes: row.minutes,
    askedAt: iso(row.created_at),
    answerBy: iso(row.expires_at),
    decidedAt: isoOrNull(row.decided_at),
    refusal: row.refusal,
    startedAt: isoOrNull(row.started_at),
    endsAt: isoOrNull(row.ends_at),
    endedAt: isoOrNull(row.ended_at),
    endedBy: row.ended_by,
    pages: row.summary.pages?.length ?? 0,
    changes: row.summary.changes?.length ?? 0,
    awaits,
    mine: {
      decide: (awaits.person && row.user_id === me) || (awaits.admin && decides && row.asker_id !== me),
      end: row.state === 'active' && (row.user_id === me || decides),
    },
  };
}

export const presentOpened = ({ summary }: Row) => ({
  opened: (summary.pages ?? []).map(({ at, path, title }) => ({ at: iso(at), path, title })),
  changed: (summary.changes ?? []).map(({ at, what, name = null }) => ({ at: iso(at), what, name })),
});
