import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '../../../domain/access/profile.ts';
import type { SessionContext } from '../../request/context.ts';

/** `userId` is a column, and `seesAll` a condition, where a statement covers many users or another user. */
export type Viewer = { userId: string | SQL; seesAll: boolean | SQL };

/** Administrators of any layer see every report of their tenant; an ordinary user sees what was granted (ARCHITECTURE 3). */
export const getViewer = (ctx: SessionContext): Viewer => ({ userId: ctx.session.sub, seesAll: seesAll(ctx.session.profile) });
const seesAll = (profile: Profile) => profile !== 'user';

/** Reports r, a table or a subquery, with the group and sub-group that still exist; a deleted group leaves its reports without one. */
const withPlace = (reports: SQL): SQL => sql`${reports} r
  left join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at is null
  left join subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.deleted_at is null and g.id is not null`;

export const reportsWithPlace = withPlace(sql`reports`);

/** A page of reports with their places: `where` narrows reports r, and groups are looked up for the rows of the page alone. */
export const pageWithPlace = (where: SQL, orderBy: SQL, limit: SQL): SQL =>
  withPlace(sql`(select r.* from reports r where ${where} order by ${orderBy} ${limit})`);

const unlessSeesAll = ({ seesAll: all }: Viewer, rule: SQL): SQL =>
  typeof all === 'boolean' ? (all ? sql`true` : rule) : sql`(${all} or ${rule})`;

const inAudience = (alias: SQL, viewer: Viewer) =>
  unlessSeesAll(
    viewer,
    sql`(${alias}.audience = 'everyone' or exists (select from viewers v
      where v.tenant_id = ${alias}.tenant_id and v.target_id = ${alias}.id and v.user_id = ${viewer.userId}::uuid))`,
  );

// Reports granted through the catalog are visible even if their group is for others: that report, and of the group only its name.
const ofCatalog = (viewer: Viewer) =>
  sql`x.source = 'catalog' and x.user_id = ${viewer.userId}::uuid and (x.valid_until is null or x.valid_until > app.now())`;
const givenIn = (alias: SQL, column: SQL, viewer: Viewer) =>
  sql`exists (select from grants x join reports c on c.tenant_id = x.tenant_id and c.id = x.report_id
    where x.tenant_id = ${alias}.tenant_id and ${ofCatalog(viewer)} and ${column} = ${alias}.id and not c.hidden)`;

/**
 * Group or sub-group d, deleted or not, is closed to the user: hidden, or for other selected people. These are few, and a partial index
 * holds only them.
 */
const closed = (viewer: Viewer): SQL =>
  viewer.seesAll === true ? sql`d.hidden` : sql`(d.hidden or d.audience = 'chosen' and not ${inAudience(sql`d`, viewer)})`;

/** For one user the closed groups are read once for all reports; for many users the place of each report is looked up. */
const isOpen = (table: 'groups' | 'subgroups', column: SQL, viewer: Viewer): SQL =>
  typeof viewer.userId === 'string' && typeof viewer.seesAll === 'boolean'
    ? sql`(${column} is null or ${column} not in (select d.id from ${sql.raw(table)} d where ${closed(viewer)}))`
    : sql`not exists (select from ${sql.raw(table)} d where d.tenant_id = r.tenant_id and d.id = ${column} and ${closed(viewer)})`;

/**
 * Which groups a user sees: not deleted, not hidden, and for everyone or with this user in the audience, or containing a report that the
 * catalog gave them.
 */
export const visibleGroup = (viewer: Viewer) =>
  sql`(g.deleted_at is null and not g.hidden and (${inAudience(sql`g`, viewer)} or ${givenIn(sql`g`, sql`c.group_id`, viewer)}))`;
export const visibleSubgroup = (viewer: Viewer) =>
  sql`(s.deleted_at is null and not s.hidden and (${inAudience(sql`s`, viewer)} or ${givenIn(sql`s`, sql`c.subgroup_id`, viewer)}))`;

const running = sql`(x.valid_until is null or x.valid_until > app.now())`;
// One user's groups are read once: row-level security keeps them to the tenant, and a condition on the grant would look each of them up.
const waysTo = (userId: string | SQL): SQL[] => [
  sql`x.subject = 'everyone'`,
  sql`x.user_id = ${userId}::uuid`,
  sql`x.user_group_id in (select m.user_group_id from user_group_members m
    join user_groups q on q.tenant_id = m.tenant_id and q.id = m.user_group_id and q.deleted_at is null
    where m.user_id = ${userId}::uuid${typeof userId === 'string' ? sql`` : sql` and m.tenant_id = x.tenant_id`})`,
];

/** The grants x that apply to this user now: everyone's, their own, and those of their user groups. */
export const getGrant = (userId: string | SQL) => sql`((${sql.join(waysTo(userId), sql` or `)}) and ${running})`;

/** The nearest grant decides where several give the same report: the user's own before a group's before everyone's. */
export const nearestGrantFirst = sql`array_position(array['user','group','everyone'], x.subject), x.created_at desc, x.id`;

/**
 * Which reports a user sees, the one rule of lists, search, links and heartbeats: hidden is absent for everyone (BEHAVIOUR 7), its group
 * and sub-group are visible, and an unexpired grant gives it.
 */
export const visibleReport = (viewer: Viewer): SQL => sql`(not r.hidden and ${visiblePlace(viewer)} and ${granted(viewer)})`;

/** An unexpired grant gives the report, or the user needs none. */
export const granted = (viewer: Viewer): SQL =>
  unlessSeesAll(
    viewer,
    sql`exists (select from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and ${getGrant(viewer.userId)})`,
  );

/**
 * The same as `visibleReport` for scanning many reports: the grants of each kind are read once by their index. `is true` keeps this from
 * becoming a join, for which the planner expects one report and then looks for its grants report by report.
 */
export const visibleAmongMany = (viewer: Viewer): SQL => {
  const ways = waysTo(viewer.userId).map((way) => sql`select x.report_id from grants x where ${way} and ${running}`);
  const grantedReports = sql`(r.id in (${sql.join(ways, sql` union all `)})) is true`;
  return sql`(not r.hidden and ${visiblePlace(viewer)} and ${unlessSeesAll(viewer, grantedReports)})`;
};

/** The report's group or sub-group, deleted or not, is hidden from everyone. */
export const hiddenPlace = sql`(exists (select from groups d where d.tenant_id = r.tenant_id and d.id = r.group_id and d.hidden)
  or exists (select from subgroups d where d.tenant_id = r.tenant_id and d.id = r.subgroup_id and d.hidden))`;

/** Whether report r is on the catalog: chosen for it, not hidden, and its group not hidden either; the group's audience doesn't matter. */
export const onCatalog = sql`(r.on_catalog and not r.hidden and not ${hiddenPlace})`;

/**
 * The report's group and sub-group are open to this user, or the catalog gave them the report. Deleting a group removes its name, not its
 * limit: reports it hid or limited to selected people stay so (docs/decisions/0003).
 */
export const visiblePlace = (viewer: Viewer): SQL =>
  sql`(${isOpen('groups', sql`r.group_id`, viewer)} and ${isOpen('subgroups', sql`r.subgroup_id`, viewer)}
    or exists (select from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and ${ofCatalog(viewer)})
    and not ${hiddenPlace})`;

/** The report is a favorite of this user; their few favorites are read once, whatever the number of reports. */
export const isFavorite = (userId: string | SQL): SQL =>
  typeof userId === 'string'
    ? sql`r.id in (select f.report_id from favorites f where f.user_id = ${userId}::uuid)`
    : sql`exists (select from favorites f where f.tenant_id = r.tenant_id and f.user_id = ${userId}::uuid and f.report_id = r.id)`;

/** The maintenance windows m that concern the report, on whichever layer they were planned. */
export const isAboutReport = sql`m.tenant_id = r.tenant_id and (m.target = 'unit'
  or (m.target = 'report' and m.target_id = r.id) or (m.target = 'group' and m.target_id = g.id)
  or (m.target = 'subgroup' and m.target_id = s.id))`;

/** The maintenance windows m that cover the report now (BEHAVIOUR 7). */
export const coversReport = sql`${isAboutReport}
  and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now()`;

/** The end of the maintenance that covers a report now; null without one. */
export const maintenanceUntil = sql`(select max(m.ends_at) from maintenance m where ${coversReport})`;

/** Who acts in this session's place, by name; null in a user's own session. */
export const actorName = (ctx: SessionContext): SQL =>
  ctx.session.acting ? sql`(select q.asker_name from remote_requests q where q.session_id = ${ctx.session.sid}::uuid)` : sql`null::text`;
