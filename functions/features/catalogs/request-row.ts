import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import type { RequestRow } from '../../../domain/catalogs/contract.ts';
import { waitDays } from '../../../domain/catalogs/limits.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { SessionContext } from '../../request/context.ts';

/** Request q with its report r and the user u who made it. */
export const q = alias(catalogRequests, 'q');
export const r = alias(reports, 'r');
export const u = alias(users, 'u');

/** The same as SQL, for hand-written statements. */
export const requests = sql`catalog_requests q
    join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id
    join users u on u.tenant_id = q.tenant_id and u.id = q.user_id`;

export const ofReport = and(eq(r.tenantId, q.tenantId), eq(r.id, q.reportId));
export const ofUser = and(eq(u.tenantId, q.tenantId), eq(u.id, q.userId));

export const rowColumns = {
  id: q.id,
  reportId: q.reportId,
  reportTitle: r.title,
  userId: q.userId,
  name: u.name,
  email: u.email,
  department: u.department,
  state: q.state,
  justification: q.justification,
  wishedDays: q.wishedDays,
  askedAt: q.askedAt,
  decidedAt: q.decidedAt,
  decidedBy: sql<string | null>`(select d.name from users d where d.tenant_id = q.tenant_id and d.id = q.decided_by_id)`,
  reason: q.reason,
  validUntil: q.validUntil,
  identity: q.identity,
  filters: q.filters,
  liftedAt: q.liftedAt,
};

/** The query for rows; the caller adds conditions, order and limit. */
export const shownRequests = (db: Db, sortValue: SQL<string>) =>
  db
    .select({ ...rowColumns, sort_value: sortValue })
    .from(q)
    .innerJoin(r, ofReport)
    .innerJoin(u, ofUser);
export type Row = Omit<Awaited<ReturnType<typeof shownRequests>>[number], 'sort_value'>;

const day = 86_400_000;

export function present(row: Row): RequestRow {
  const { state, decidedAt, liftedAt, identity } = row;
  const again = state === 'denied' && decidedAt && !liftedAt ? Date.parse(decidedAt) + waitDays * day : null;
  return {
    id: row.id,
    report: { id: row.reportId, title: row.reportTitle },
    person: { id: row.userId, name: row.name, email: row.email, department: row.department },
    state,
    justification: row.justification,
    wishedDays: row.wishedDays,
    askedAt: toIso(row.askedAt),
    decidedAt: isoOrNull(decidedAt),
    decidedBy: row.decidedBy,
    reason: row.reason,
    validUntil: isoOrNull(row.validUntil),
    identity: identity ? { as: 'fixed', username: identity.username, roles: identity.roles } : null,
    filters: row.filters?.length ?? 0,
    mayAskAgainAt: again ? new Date(again).toISOString() : null,
  };
}

/** Whether this session decides every request of the unit, instead of only those for reports it owns. */
export const decidesAll = (ctx: SessionContext): boolean => can(ctx.session, 'catalogs.decide');

/** The requests q that this session may decide. */
export const isMineToDecide = (ctx: SessionContext): SQL => (decidesAll(ctx) ? sql`true` : sql`r.owner_id = ${ctx.session.sub}::uuid`);

/** The people who are notified of a request for report r and may decide it: administrators, delegated approvers and the report's owner. */
export const getDeciders = (owner: SQL): SQL =>
  sql`(d.status in ('A','T') and (d.profile in ('admin','master') or 'decide_catalog' = any (d.flags) or d.id = ${owner}))`;

/** Whether user d may grant reports without filters. */
export const mayReleaseAny = sql`(d.profile in ('admin','master') or 'release_unfiltered' = any (d.flags))`;

/** The deciders who can sign in today: an invited administrator is notified, but decides nothing until they accept. */
export const ableDeciders = (owner: SQL): SQL => sql`(d.account_id is not null and ${getDeciders(owner)})`;

/** Whether user d can grant report r: a report whose filters would be dropped needs that permission (`releases` of the grant's rule). */
export const getGranters = (owner: SQL): SQL =>
  sql`(${ableDeciders(owner)} and (r.restriction = 'none' or (r.needs_identity and not r.ignore_rls) or ${mayReleaseAny}))`;

/** Whether anyone but the requester can decide request q for report r; people who were invited and never accepted can't. */
export const othersDecide = sql<boolean>`exists (select from users d
    where d.tenant_id = q.tenant_id and d.id <> q.user_id and ${ableDeciders(sql`r.owner_id`)})`;

/** Users may decide their own request q only if no one else can. */
export const notOwn = (ctx: SessionContext): SQL => sql`(q.user_id <> ${ctx.session.sub}::uuid or not ${othersDecide})`;
