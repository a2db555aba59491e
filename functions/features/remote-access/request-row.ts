import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { remoteRequests } from '../../../db/schema/remote-access.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { RequestRow } from '../../../domain/remote-access/contract.ts';
import type { SessionContext } from '../../request/context.ts';

/** Request q with the user u whose session it is and, if they belong to this tenant, the asker k. */
export const q = alias(remoteRequests, 'q');
const u = alias(users, 'u');
const k = alias(users, 'k');

/** The state including changes by time that the job hasn't written yet. */
const stateNow = sql<RequestRow['state']>`(case
    when (q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()) then 'expired'
    when q.state = 'active' and q.ends_at <= app.now() then 'ended' else q.state end)`;
export const isOpen: SQL = sql`${stateNow} in ('requested', 'authorized', 'active')`;

// Longer than any request and visit into an account lasts, so that the index scan stops there.
const followedHours = 4;
const toldSeconds = 30;
/**
 * Requests q that this session's browser polls: into its own account, open or just ended, and those that wait for the tenant's approval if
 * this user may give it.
 */
export function isCurrent(ctx: SessionContext): SQL {
  const me = sql`${ctx.session.sub}::uuid`;
  const justEnded = sql`(q.state = 'ended' and q.ended_at > app.now() - make_interval(secs => ${toldSeconds}))`;
  const forUnit = can(ctx.session, 'remote.decide')
    ? sql`or (q.needs_admin and q.admin_at is null and q.state = 'requested' and q.asker_id <> ${me})`
    : sql``;
  return sql`q.created_at > app.now() - make_interval(hours => ${followedHours})
    and ((q.user_id = ${me} and (q.state in ('requested','authorized','active') or ${justEnded})) ${forUnit})`;
}

const rowColumns = {
  id: q.id,
  kind: q.kind,
  state: stateNow,
  askerId: q.askerId,
  askerName: q.askerName,
  askerFrom: q.askerFrom,
  userId: q.userId,
  person: u.name,
  reason: q.reason,
  ticket: q.ticket,
  reach: q.reach,
  minutes: q.minutes,
  needsAdmin: q.needsAdmin,
  needsPerson: q.needsPerson,
  adminAt: q.adminAt,
  personAt: q.personAt,
  createdAt: q.createdAt,
  expiresAt: q.expiresAt,
  decidedAt: q.decidedAt,
  refusal: q.refusal,
  startedAt: q.startedAt,
  endsAt: q.endsAt,
  endedAt: q.endedAt,
  endedBy: q.endedBy,
  summary: q.summary,
};
const ofUser = and(eq(u.tenantId, q.tenantId), eq(u.id, q.userId));
const ofAsker = and(eq(k.tenantId, q.tenantId), eq(k.id, q.askerId));

/** The query for rows with extra columns; the caller adds conditions, order and limit. */
export const shownRequests = <More extends Record<string, SQL>>(db: Db, more: More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(q)
    .leftJoin(u, ofUser)
    .leftJoin(k, ofAsker);
export type Row = Awaited<ReturnType<typeof shownRequests<Record<never, never>>>>[number];

/** How many of them are open and over. */
export const countRequests = (db: Db) =>
  db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
      past: sql<number>`count(*) filter (where not ${isOpen})::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(q)
    .leftJoin(u, ofUser)
    .leftJoin(k, ofAsker);

/** The requests q this session may read: into its own account, those it made, and all of the tenant if it decides them. */
export const isMine = (ctx: SessionContext): SQL =>
  can(ctx.session, 'remote.decide') ? sql`true` : sql`(q.user_id = ${ctx.session.sub}::uuid or q.asker_id = ${ctx.session.sub}::uuid)`;

export function present(row: Row, ctx: SessionContext): RequestRow {
  const me = ctx.session.sub;
  const waits = row.state === 'requested';
  const awaits = { admin: waits && row.needsAdmin && !row.adminAt, person: waits && row.needsPerson && !row.personAt };
  const decides = can(ctx.session, 'remote.decide');
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    asker: { id: row.askerId, name: row.askerName, from: row.askerFrom },
    person: row.userId ? { id: row.userId, name: row.person ?? '' } : null,
    reason: row.reason,
    ticket: row.ticket,
    reach: row.reach,
    minutes: row.minutes,
    askedAt: toIso(row.createdAt),
    answerBy: toIso(row.expiresAt),
    decidedAt: isoOrNull(row.decidedAt),
    refusal: row.refusal,
    startedAt: isoOrNull(row.startedAt),
    endsAt: isoOrNull(row.endsAt),
    endedAt: isoOrNull(row.endedAt),
    endedBy: row.endedBy,
    pages: row.summary.pages?.length ?? 0,
    changes: row.summary.changes?.length ?? 0,
    awaits,
    mine: {
      decide: (awaits.person && row.userId === me) || (awaits.admin && decides && row.askerId !== me),
      end: row.state === 'active' && (row.userId === me || decides),
    },
  };
}

export const presentOpened = ({ summary }: Row) => ({
  opened: (summary.pages ?? []).map(({ at, path, title }) => ({ at: toIso(at), path, title })),
  changed: (summary.changes ?? []).map(({ at, what, name = null }) => ({ at: toIso(at), what, name })),
});
