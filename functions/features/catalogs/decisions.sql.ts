import { and, eq, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditEach, auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { userGroupMembers as members } from '../../../db/schema/user-groups.ts';
import type { RequestState } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { GrantFields } from '../../../domain/report-access/edit-grant.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import type { SessionContext } from '../../request/context.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { tell } from '../notifications/index.ts';
import { restrictionColumns, stillRestricted, withoutOwn } from '../report-access/index.ts';
import { isMineToDecide, notOwn, requests } from './request-row.ts';

// Decisions about requests. Each locks the request in the state that it changes, so the first of several concurrent decisions wins.

const decision = {
  user_id: 'uuid',
  report_id: 'uuid',
  state: typed<RequestState>('text'),
  justification: 'text',
  decided_by: 'text?',
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  restriction: typed<GrantedReport['restriction']>('text'),
  without_own: 'bool',
  allowed: 'bool',
} as const;
export type Decision = RowOf<typeof decision>;

const find = raw('catalogs.decision', decision);
/** The request as a decision needs it; no row if this session may not decide it. */
export const readDecision = (db: Db, ctx: SessionContext, id: string) =>
  find(
    db,
    sql`select q.user_id, q.report_id, q.state, q.justification, ${restrictionColumns},
        ${withoutOwn} as without_own, ${notOwn(ctx)} as allowed,
        (select d.name from users d where d.tenant_id = q.tenant_id and d.id = q.decided_by_id) as decided_by
      from ${requests} where q.id = ${id}::uuid and ${isMineToDecide(ctx)}`,
  );

const joined = {
  id: 'uuid',
  name: 'text',
  profile: typed<'admin' | null>('text?'),
  releases: 'bool',
  has_report: 'bool',
  member: 'bool',
} as const;
export type GroupFacts = RowOf<typeof joined>;
const group = raw('catalogs.group', joined);

const inForce = sql`(x.valid_until is null or x.valid_until > app.now())`;
/** Group k isn't deleted and has report r. */
const hasReport = sql`(k.deleted_at is null and exists (select from grants x
    where x.tenant_id = k.tenant_id and x.user_group_id = k.id and x.report_id = r.id and ${inForce}))`;
/**
 * The group that the requester is to join, or else the one that the request was granted by: what joining it gives (the profile that a
 * directory's group maps to, and reports without their filters), and whether the requester is a member.
 */
export const readGroup = (db: Db, id: string, userGroup: string | null) =>
  group(
    db,
    sql`select k.id, k.name, (select s.profile from scim_groups s where s.user_group_id = k.id) as profile,
        exists (select from grants x join reports g on g.tenant_id = x.tenant_id and g.id = x.report_id
          where x.user_group_id = k.id and ${inForce} and g.restriction <> 'none'
            and not (g.needs_identity and not g.ignore_rls)) as releases,
        ${hasReport} as has_report,
        exists (select from user_group_members m where m.user_group_id = k.id and m.user_id = q.user_id) as member
      from ${requests} join user_groups k on k.id = coalesce(${userGroup}::uuid, q.user_group_id) where q.id = ${id}::uuid`,
  );

export const isPending = eq(catalogRequests.state, 'pending');

/** Names the user whose decision came first, if it was one that overtook this call. */
export async function orDecided<T>(work: Promise<T>, decider: () => Promise<string | null>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const by = error instanceof AppError && error.code === 'changed_meanwhile' ? await decider() : null;
    throw by === null ? error : new AppError('catalog_decided', { by }, { cause: error });
  }
}

const announce = raw('catalogs.tell_requester', {});
type Answered = { id: string; row: Decision };
/** Notifies the requester of a decision; `more` are further values of its text. */
export const tellRequester = (
  db: Db,
  ctx: SessionContext,
  kind: 'catalog_granted' | 'catalog_denied' | 'catalog_revoked',
  { row }: Answered,
  more: Record<string, string> = {},
) =>
  announce(
    db,
    sql`with ${tell('told', {
      people: sql`select ${row.user_id}::uuid as user_id`,
      kind,
      vars: sql`jsonb_build_object('report', (select r.title from reports r where r.id = ${row.report_id}::uuid),
        'person', (select p.name from users p where p.id = ${ctx.session.sub}::uuid)) || ${JSON.stringify(more)}::jsonb`,
      link: sql`${kind === 'catalog_granted' ? `/${row.report_id}/reports/view` : '/catalogs?tab=mine'}`,
    })} select`,
  );

/** The decision itself: the request in the state that was read, and what is stored about it. */
export const writeDecision = (
  db: Db,
  { id, row }: Answered,
  set: Partial<GrantFields> & { state: RequestState; reason: string; userGroupId?: string | null },
) => [
  lockVersion(db, catalogRequests, and(eq(catalogRequests.id, id), eq(catalogRequests.state, row.state))),
  db
    .update(catalogRequests)
    .set({
      ...set,
      filters: set.filters && [...set.filters],
      ...{ decidedAt: sql`app.now()`, decidedById: sql`(select app.user_id())`, version: sql`${catalogRequests.version} + 1` },
    })
    .where(eq(catalogRequests.id, id)),
];

/** The rule saw this report. */
export const holdReport = (db: Db, row: Decision) =>
  mustHold(db, sql`exists (select from reports r where r.id = ${row.report_id}::uuid and ${stillRestricted(row)})`);

/** Locks what joining or leaving a group changes, before the request: people and groups come first everywhere. */
export const lockGroup = (db: Db, { id }: GroupFacts, { user_id: userId }: Decision) =>
  lockMoves(db, sql`select ${id}::uuid`, sql`select ${userId}::uuid`);

const isMember = (db: Db, facts: GroupFacts, row: Decision) =>
  sql`exists ${db
    .select({ one: sql`1` })
    .from(members)
    .where(and(eq(members.userGroupId, facts.id), eq(members.userId, row.user_id)))}`;

/** The requester joins a group that has the report; recorded in their own history unless they were a member before. */
export const joinGroup = (db: Db, ctx: SessionContext, facts: GroupFacts, row: Decision) => [
  mustHold(
    db,
    sql`exists (select from user_groups k, reports r where k.id = ${facts.id}::uuid and r.id = ${row.report_id}::uuid and ${hasReport})
      and ${isMember(db, facts, row)} = ${facts.member}`,
  ),
  ...(facts.member
    ? []
    : [
        db.insert(members).values({ userGroupId: facts.id, userId: row.user_id }),
        auditedAct(db, ctx, 'membership.addToGroup', row.user_id, { after: { group: facts.name } }),
      ]),
];

export const leaveGroup = (db: Db, ctx: SessionContext, facts: GroupFacts, row: Decision) =>
  facts.member
    ? [
        mustHold(db, isMember(db, facts, row)),
        db.delete(members).where(and(eq(members.userGroupId, facts.id), eq(members.userId, row.user_id))),
        auditedAct(db, ctx, 'membership.removeFromGroup', row.user_id, { after: { group: facts.name } }),
      ]
    : [];

const jsonb = (value: object | null) => sql`${value && JSON.stringify(value)}::jsonb`;
const own = raw('catalogs.own_grant', {});
/** Gives the report to the requester, in the place of a grant that they have. */
export const writeOwnGrant = (db: Db, grantId: string, row: Decision, { identity, filters, validUntil, note }: GrantFields) =>
  own(
    db,
    sql`insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
      values (${grantId}::uuid, ${row.report_id}::uuid, 'user', ${row.user_id}::uuid, ${jsonb(identity)},
        ${jsonb(filters)}, ${validUntil}::timestamptz, 'catalog', (select app.user_id()), ${note})
      on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid)))
        do update set identity = excluded.identity, filters = excluded.filters, valid_until = excluded.valid_until,
          source = excluded.source, granted_by_id = excluded.granted_by_id, note = excluded.note, created_at = app.now(),
          version = grants.version + 1`,
  );

export const removeOwnGrant = (db: Db, row: Decision) =>
  db.delete(grants).where(and(eq(grants.reportId, row.report_id), eq(grants.userId, row.user_id), eq(grants.source, 'catalog')));

const preview = raw('catalogs.preview', {});
export const recordPreview = (db: Db, ctx: SessionContext, id: string, identity: unknown) =>
  preview(
    db,
    auditEach(ctx, {
      what: 'catalog.preview',
      row: sql`q.id`,
      facts: { report: sql`q.report_id`, person: sql`q.user_id`, identity: sql`${JSON.stringify(identity)}::jsonb` },
      from: requests,
      where: sql`q.id = ${id}::uuid and ${isMineToDecide(ctx)}`,
    }),
  );
