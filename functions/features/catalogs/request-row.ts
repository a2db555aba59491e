import { type SQL, sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import type { RequestRow } from '../../../domain/catalogs/contract.ts';
import { type RequestState, waitDays } from '../../../domain/catalogs/request.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { SessionContext } from '../../http/context.ts';

export type Row = {
  id: string;
  report_id: string;
  report_title: string | null;
  user_id: string;
  name: string;
  email: string;
  department: string | null;
  state: RequestState;
  justification: string;
  wished_days: number | null;
  asked_at: string;
  decided_at: string | null;
  decided_by: string | null;
  reason: string;
  valid_until: string | null;
  identity: RlsIdentity | null;
  filters: unknown[] | null;
  lifted_at: string | null;
};

/** Requests q with the report r and the person u they are about. */
export const requests = sql`catalog_requests q join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id join users u on u.tenant_id = q.tenant_id and u.id = q.user_id`;

export const columns = sql`q.id, q.report_id, r.title as report_title, q.user_id, u.name, u.email, u.department, q.state, q.justification, q.wished_days, q.asked_at, q.decided_at,
  (select d.name from users d where d.tenant_id = q.tenant_id and d.id = q.decided_by_id) as decided_by, q.reason, q.valid_until, q.identity, q.filters, q.lifted_at`;

const iso = (value: string | null) => (value ? new Date(value).toISOString() : null);
const day = 86_400_000;

export function present(row: Row): RequestRow {
  const again = row.state === 'denied' && row.decided_at && !row.lifted_at ? Date.parse(row.decided_at) + waitDays * day : null;
  return {
    id: row.id,
    report: row.report_title === null ? null : { id: row.report_id, title: row.report_title },
    person: { id: row.user_id, name: row.name, email: row.email, department: row.department },
    state: row.state,
    justification: row.justification,
    wishedDays: row.wished_days,
    askedAt: new Date(row.asked_at).toISOString(),
    decidedAt: iso(row.decided_at),
    decidedBy: row.decided_by,
    reason: row.reason,
    validUntil: iso(row.valid_until),
    identity: row.identity ? { as: 'fixed', username: row.identity.username, roles: row.identity.roles } : null,
    filters: row.filters?.length ?? 0,
    mayAskAgainAt: again ? new Date(again).toISOString() : null,
  };
}

/** Tells whether this session decides every request of the unit; otherwise only those for the reports it owns. */
export const decidesAll = (ctx: SessionContext): boolean => can(ctx.session, 'catalogs.decide');

/** The requests q that this session may decide. */
export const isMineToDecide = (ctx: SessionContext): SQL => (decidesAll(ctx) ? sql`true` : sql`r.owner_id = ${ctx.session.sub}::uuid`);

/** Who is told of a request for report r and may decide it: administrators, delegated approvers, and the report's owner. */
export const decidersOf = (owner: SQL): SQL =>
  sql`(d.status in ('A','T') and (d.profile in ('admin','master') or 'decide_catalog' = any (d.flags) or d.id = ${owner}))`;

/** Of people d, who may release a report without filters. */
export const mayReleaseAny = sql`(d.profile in ('admin','master') or 'release_unfiltered' = any (d.flags))`;

/** Of those, who can also say yes to report r: what shows more than its author meant needs a right of its own (`releases` of the grant's rule). */
export const grantersOf = (owner: SQL): SQL =>
  sql`(${decidersOf(owner)} and (r.restriction = 'none' or (r.needs_identity and not r.ignore_rls) or ${mayReleaseAny}))`;

/** Nobody decides his own request q unless there is nobody else. */
export const notOwn = (ctx: SessionContext): SQL =>
  sql`(q.user_id <> ${ctx.session.sub}::uuid or not exists (select from users d where d.tenant_id = q.tenant_id and d.id <> q.user_id and ${decidersOf(sql`r.owner_id`)}))`;
