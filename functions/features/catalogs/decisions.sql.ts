import { type SQL, sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { RequestState } from '../../../domain/catalogs/request.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import type { SessionContext } from '../../request/context.ts';
import { memberships } from '../../request/record-membership.ts';
import { tell } from '../notifications/index.ts';
import { type RestrictionRow, restrictionColumns, stillRestricted, withoutOwn } from '../report-access/index.ts';
import { isMineToDecide, notOwn, requests } from './request-row.ts';

// Decisions about requests. Each update checks the state that it changes, so the first of several concurrent decisions wins.

const decision = {
  user_id: 'uuid',
  report_id: 'uuid',
  state: typed<RequestState>('text'),
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
    sql`select q.user_id, q.report_id, q.state, ${restrictionColumns}, ${withoutOwn} as without_own, ${notOwn(ctx)} as allowed,
        (select d.name from users d where d.tenant_id = q.tenant_id and d.id = q.decided_by_id) as decided_by
      from ${requests} where q.id = ${id}::uuid and ${isMineToDecide(ctx)}`,
  );

const gift = raw('catalogs.group_gift', { profile: typed<'admin' | null>('text?'), releases: 'bool' });
/** What joining a group gives: the profile that a directory's group maps to, and reports without their filters. */
export const readGroupGift = (db: Db, group: string | null) =>
  gift(
    db,
    sql`select (select s.profile from scim_groups s where s.user_group_id = ${group}::uuid) as profile,
      exists (select from grants x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id
        where x.user_group_id = ${group}::uuid and (x.valid_until is null or x.valid_until > app.now())
          and r.restriction <> 'none' and not (r.needs_identity and not r.ignore_rls)) as releases`,
  );

const newsOf = (kind: 'catalog_granted' | 'catalog_denied' | 'catalog_revoked', ctx: SessionContext, more: SQL = sql`'{}'::jsonb`) =>
  tell('told', {
    people: sql`select w.user_id from w`,
    kind,
    vars: sql`jsonb_build_object('report', (select r.title from reports r join w on w.report_id = r.id),
      'person', (select p.name from users p where p.id = ${ctx.session.sub}::uuid)) || ${more}`,
    link: kind === 'catalog_granted' ? sql`(select '/' || w.report_id || '/reports/view' from w)` : sql`'/catalogs?tab=mine'`,
  });

/** Records in the user's own history that a decision added them to a group or removed them. */
const joined = (move: 'addToGroup' | 'removeFromGroup', ctx: SessionContext) =>
  memberships(
    'moves',
    sql`select m.user_id, (select g.name from user_groups g where g.id = m.user_group_id) as group_name from m`,
    move,
    ctx,
  );

type Given = { identity: string | null; filters: string | null; validUntil: string | null; note: string; confirmed: boolean };
type Granted = Given & { id: string; grantId: string; userGroup: string | null; seen: RestrictionRow };

/** A user can join only a group that has this report. */
const mayJoin = (
  group: string,
) => sql`exists (select from user_groups k join grants x on x.tenant_id = k.tenant_id and x.user_group_id = k.id
      and (x.valid_until is null or x.valid_until > app.now())
    where k.id = ${group}::uuid and k.deleted_at is null and x.report_id = r.id)`;

const intoGroup = (group: string, ctx: SessionContext) =>
  sql`m as (insert into user_group_members (user_group_id, user_id) select ${group}::uuid, w.user_id from w
        on conflict do nothing returning user_id, user_group_id), ${joined('addToGroup', ctx)}`;
const ownGrant = (grantId: string, note: string) =>
  sql`m as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
        select ${grantId}::uuid, w.report_id, 'user', w.user_id, w.identity, w.filters, w.valid_until, 'catalog',
          (select app.user_id()), ${note} from w
        on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid)))
        do update set identity = excluded.identity, filters = excluded.filters, valid_until = excluded.valid_until,
          source = excluded.source, granted_by_id = excluded.granted_by_id, note = excluded.note, created_at = app.now(),
          version = grants.version + 1)`;

const grant = raw('catalogs.grant', { id: 'uuid' });
/** Grants a pending request by a new grant or a group membership. No row if it was decided or changed in the meantime. */
export function writeGrant(db: Db, ctx: SessionContext, granted: Granted) {
  const { id, grantId, userGroup, seen, identity, filters, validUntil, note, confirmed } = granted;
  return grant(
    db,
    sql`with w as (update catalog_requests q set state = 'granted', decided_at = app.now(), decided_by_id = (select app.user_id()),
          reason = ${note}, identity = ${identity}::jsonb, filters = ${filters}::jsonb, valid_until = ${validUntil}::timestamptz,
          user_group_id = ${userGroup}::uuid, version = q.version + 1
        from reports r where q.id = ${id}::uuid and q.state = 'pending' and r.tenant_id = q.tenant_id and r.id = q.report_id
          and ${userGroup ? mayJoin(userGroup) : stillRestricted(seen)} returning q.*),
      ${userGroup ? intoGroup(userGroup, ctx) : ownGrant(grantId, note)}, ${newsOf('catalog_granted', ctx)},
      a as (${auditEach(ctx, {
        what: 'catalog.grant',
        row: sql`w.id`,
        facts: givenFacts({
          report: sql`w.report_id`,
          person: sql`w.user_id`,
          justification: sql`w.justification`,
          identity: sql`w.identity`,
          filters: sql`w.filters`,
          validUntil: sql`w.valid_until`,
          userGroup: sql`w.user_group_id`,
          confirmed,
        }),
        from: sql`w`,
      })})
      select id from w`,
  );
}

type Answer = { id: string; action: 'deny' | 'revoke'; from: RequestState; to: RequestState; reason: string };
const answer = raw('catalogs.answer', { id: 'uuid' });
/** Denies a request, or revokes its grant or membership. No row if it was decided in the meantime. */
export function writeAnswer(db: Db, ctx: SessionContext, { id, action, from, to, reason }: Answer) {
  const taken =
    action === 'deny'
      ? sql``
      : sql`g as (delete from grants x using w
          where x.report_id = w.report_id and x.user_id = w.user_id and x.source = 'catalog' and w.user_group_id is null),
        m as (delete from user_group_members k using w where k.user_group_id = w.user_group_id and k.user_id = w.user_id
          returning k.user_id, k.user_group_id), ${joined('removeFromGroup', ctx)},`;
  const why = sql`jsonb_build_object('reason', ${reason}::text)`;
  return answer(
    db,
    sql`with w as (update catalog_requests q set state = ${to}, decided_at = app.now(), decided_by_id = (select app.user_id()),
          reason = ${reason}, version = q.version + 1 where q.id = ${id}::uuid and q.state = ${from} returning q.*),
      ${taken} ${newsOf(action === 'deny' ? 'catalog_denied' : 'catalog_revoked', ctx, why)},
      a as (${auditEach(ctx, {
        what: `catalog.${action}`,
        row: sql`w.id`,
        facts: { report: sql`w.report_id`, person: sql`w.user_id`, justification: sql`w.justification`, reason },
        from: sql`w`,
      })})
      select id from w`,
  );
}

const lift = raw('catalogs.lift', { id: 'uuid' });
export const liftDenied = (db: Db, ctx: SessionContext, id: string) =>
  lift(
    db,
    sql`with w as (update catalog_requests q set lifted_at = app.now(), version = q.version + 1
        where q.id = ${id}::uuid and q.state = 'denied' and q.lifted_at is null returning q.id),
      a as (${auditEach(ctx, { what: 'catalog.lift', row: sql`w.id`, from: sql`w` })})
      select id from w`,
  );

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
