import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { answerRequest, grantRequest, liftWait } from '../../../domain/catalogs/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { memberships } from '../../http/record-membership.ts';
import { refuseGiving } from '../../http/refuse-giving.ts';
import { newId } from '../../services/ids.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import {
  allowGrant,
  type RestrictionRow,
  refuseUnknownFields,
  restrictionColumns,
  stillRestricted,
  storedFilters,
  storedIdentity,
  withoutOwn,
} from '../report-access/index.ts';
import { isMineToDecide, notOwn, requests } from './request-row.ts';

export type Decision = RestrictionRow & {
  user_id: string;
  report_id: string;
  state: string;
  decided_by: string | null;
  without_own: boolean;
  allowed: boolean;
};

/** The request as a decision needs it; no row where this session has nothing to decide about it. */
export const decisionQuery = (db: Db, ctx: SessionContext, id: string) =>
  db.execute(sql`select q.user_id, q.report_id, q.state, (select d.name from users d where d.tenant_id = q.tenant_id and d.id = q.decided_by_id) as decided_by, ${restrictionColumns}, ${withoutOwn} as without_own, ${notOwn(ctx)} as allowed
    from ${requests} where q.id = ${id}::uuid and ${isMineToDecide(ctx)}`);

/** Refuses what this session may not decide, or what somebody has decided already, naming him. */
export function decisionOf(result: Parameters<typeof rowsOf>[0], from: 'pending' | 'granted'): Decision {
  const [row] = rowsOf<Decision>(result);
  if (!row) throw new AppError('not_found');
  if (row.state !== from) throw new AppError('catalog_decided', { by: row.decided_by ?? '' });
  if (!row.allowed) throw new AppError('catalog_own_request');
  return row;
}

const newsOf = (kind: 'catalog_granted' | 'catalog_denied' | 'catalog_revoked', ctx: SessionContext, more: SQL = sql`'{}'::jsonb`) =>
  tell('told', {
    people: sql`select w.user_id from w`,
    kind,
    vars: sql`jsonb_build_object('report', (select r.title from reports r join w on w.report_id = r.id), 'person', (select p.name from users p where p.id = ${ctx.session.sub}::uuid)) || ${more}`,
    link: kind === 'catalog_granted' ? sql`(select '/' || w.report_id || '/reports/view' from w)` : sql`'/catalogs?tab=mine'`,
  });

/** Tells who came second who was first. */
async function tellWhoDecided(ctx: SessionContext, id: string): Promise<never> {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [decisionQuery(db, ctx, id)]);
  throw new AppError('catalog_decided', { by: rowsOf<Decision>(result)[0]?.decided_by ?? '' });
}

/** What joining a group gives: the profile that a directory's group maps to it, and reports that it shows without their filter. */
/** Who joined or left a group by a decision, in that person's own history. */
const joined = (move: 'addToGroup' | 'removeFromGroup', ctx: SessionContext) =>
  memberships(
    'moves',
    sql`select m.user_id, (select g.name from user_groups g where g.id = m.user_group_id) as group_name from m`,
    move,
    ctx,
  );

const groupGiftQuery = (db: Db, group: string | null) =>
  db.execute(sql`select (select s.profile from scim_groups s where s.user_group_id = ${group}::uuid) as profile,
    exists (select from grants x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id where x.user_group_id = ${group}::uuid and (x.valid_until is null or x.valid_until > app.now())
      and r.restriction <> 'none' and not (r.needs_identity and not r.ignore_rls)) as releases`);

/** Loads, asks the one rule of grants, then decides, grants, tells and records in one guarded statement: the first decision wins. */
export const grantOneRequest = bind(grantRequest, async ({ id, userGroup, ...grant }, ctx) => {
  const entry = entryOf(ctx, 'catalogs.view');
  const [found, fields, gift] = await ctx.database.withTenant(entry, (db) => [
    decisionQuery(db, ctx, id),
    fieldsQuery(db, 'user'),
    groupGiftQuery(db, userGroup),
  ]);
  const row = decisionOf(found, 'pending');
  const [{ profile, releases } = { profile: null, releases: false }] = rowsOf<{ profile: 'admin' | null; releases: boolean }>(gift);
  refuseGiving(ctx, { profile: profile ?? undefined, releases }, 'userGroup');
  if (!userGroup) {
    refuseUnknownFields(fieldsOf(fields), grant.identity);
    allowGrant(ctx, row, { withoutOwn: row.without_own ? 1 : 0 }, grant);
  }
  const grantId = newId(ctx.clock.now());
  const [identity, filters] = userGroup ? [null, null] : [storedIdentity(grant.identity), storedFilters(grant.filters)];
  // Joining a group gives what the group has: it must have this report.
  const mayJoin = sql`exists (select from user_groups k join grants x on x.tenant_id = k.tenant_id and x.user_group_id = k.id and (x.valid_until is null or x.valid_until > app.now())
    where k.id = ${userGroup}::uuid and k.deleted_at is null and x.report_id = r.id)`;
  const given = userGroup
    ? sql`m as (insert into user_group_members (user_group_id, user_id) select ${userGroup}::uuid, w.user_id from w on conflict do nothing returning user_id, user_group_id), ${joined('addToGroup', ctx)}`
    : sql`m as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
        select ${grantId}::uuid, w.report_id, 'user', w.user_id, w.identity, w.filters, w.valid_until, 'catalog', (select app.user_id()), ${grant.note} from w
        on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid))) do update set identity = excluded.identity, filters = excluded.filters,
          valid_until = excluded.valid_until, source = excluded.source, granted_by_id = excluded.granted_by_id, note = excluded.note, created_at = app.now(), version = grants.version + 1)`;
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update catalog_requests q set state = 'granted', decided_at = app.now(), decided_by_id = (select app.user_id()), reason = ${grant.note}, identity = ${identity}::jsonb, filters = ${filters}::jsonb,
          valid_until = ${userGroup ? null : grant.validUntil}::timestamptz, user_group_id = ${userGroup}::uuid, version = q.version + 1
        from reports r where q.id = ${id}::uuid and q.state = 'pending' and r.tenant_id = q.tenant_id and r.id = q.report_id and ${userGroup ? mayJoin : stillRestricted(row)} returning q.*),
      ${given}, ${newsOf('catalog_granted', ctx)},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'catalog.grant', w.id, jsonb_strip_nulls(jsonb_build_object('report', w.report_id, 'person', w.user_id, 'justification', w.justification, 'identity', w.identity, 'filters', w.filters,
        'validUntil', w.valid_until, 'userGroup', w.user_group_id, 'confirmed', ${grant.confirmed}::boolean)), ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  if (result.rows.length === 0) {
    if (userGroup) throw new AppError('not_found', undefined, { field: 'userGroup' });
    await tellWhoDecided(ctx, id);
  }
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

/** Denies a pending request, or takes back what was granted: the grant, or the membership through which it came. */
export const answerOneRequest = bind(answerRequest, async ({ id, action, reason }, ctx) => {
  const entry = entryOf(ctx, 'catalogs.view');
  const [from, to] = action === 'deny' ? (['pending', 'denied'] as const) : (['granted', 'revoked'] as const);
  const [found] = await ctx.database.withTenant(entry, (db) => [decisionQuery(db, ctx, id)]);
  decisionOf(found, from);
  const taken =
    action === 'deny'
      ? sql``
      : sql`g as (delete from grants x using w where x.report_id = w.report_id and x.user_id = w.user_id and x.source = 'catalog' and w.user_group_id is null),
          m as (delete from user_group_members k using w where k.user_group_id = w.user_group_id and k.user_id = w.user_id returning k.user_id, k.user_group_id), ${joined('removeFromGroup', ctx)},`;
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update catalog_requests q set state = ${to}, decided_at = app.now(), decided_by_id = (select app.user_id()), reason = ${reason}, version = q.version + 1 where q.id = ${id}::uuid and q.state = ${from} returning q.*),
      ${taken} ${newsOf(action === 'deny' ? 'catalog_denied' : 'catalog_revoked', ctx, sql`jsonb_build_object('reason', ${reason}::text)`)},
      a as (insert into audit (what, row_id, change, ip, request_id) select ${`catalog.${action}`}, w.id, jsonb_build_object('report', w.report_id, 'person', w.user_id, 'justification', w.justification, 'reason', ${reason}::text), ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  if (result.rows.length === 0) await tellWhoDecided(ctx, id);
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

export const liftOneWait = bind(liftWait, async ({ id }, ctx) => {
  const [there, result] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.decide'), (db) => [
    db.execute(sql`select 1 from catalog_requests q where q.id = ${id}::uuid`),
    db.execute(sql`with w as (update catalog_requests q set lifted_at = app.now(), version = q.version + 1 where q.id = ${id}::uuid and q.state = 'denied' and q.lifted_at is null returning q.id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'catalog.lift', w.id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from w) select 1 from w`),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  if (result.rows.length === 0) throw new AppError('catalog_decided', { by: '' });
  return { status: 'ok' as const };
});
