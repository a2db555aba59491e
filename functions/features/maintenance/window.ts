import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { maintenance } from '../../../db/schema/maintenance.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { WindowRow } from '../../../domain/maintenance/contract.ts';
import { windowFields, windowFlags } from '../../../domain/maintenance/fields.ts';
import { stateOfWindow } from '../../../domain/maintenance/window.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { mailing } from '../notifications/index.ts';
import { isAboutReport, reportsWithPlace, visibleReport } from '../reports/index.ts';

/** In these statements, `m` is the window. */
export const m = alias(maintenance, 'm');

/** The name of window m's target; null for the whole unit, or if the target was deleted. */
export const targetName = sql<string | null>`(case m.target
  when 'report' then (select r.title from reports r where r.tenant_id = m.tenant_id and r.id = m.target_id)
  when 'group' then (select g.name from groups g where g.tenant_id = m.tenant_id and g.id = m.target_id)
  when 'subgroup' then (select s.name from subgroups s where s.tenant_id = m.tenant_id and s.id = m.target_id) end)`;

const addedBy = sql<string | null>`(select u.name from users u where u.tenant_id = m.tenant_id and u.id = m.added_by_id)`;
const reportsUnder = sql<number>`(select count(*)::int from ${reportsWithPlace} where ${isAboutReport})`;

export const windowColumns = () => ({
  ...{ id: m.id, target: m.target, targetId: m.targetId, targetName },
  ...pick(m, windowFields),
  ...{ extended: m.extended, cancelledAt: m.cancelledAt, addedBy, reports: reportsUnder, version: m.version },
});
export const shownWindows = (db: Db) => db.select(windowColumns()).from(m);
type Row = Awaited<ReturnType<typeof shownWindows>>[number];

const getTimes = (row: Pick<Row, 'startsAt' | 'endsAt' | 'announceHours' | 'extended' | 'cancelledAt'>) => ({
  startsAt: Date.parse(row.startsAt),
  endsAt: Date.parse(row.endsAt),
  announceHours: row.announceHours,
  extended: row.extended,
  cancelledAt: row.cancelledAt ? Date.parse(row.cancelledAt) : null,
});

export const present = ({ extended, cancelledAt, ...row }: Row, now: number): WindowRow => ({
  ...row,
  startsAt: toIso(row.startsAt),
  endsAt: toIso(row.endsAt),
  state: stateOfWindow(getTimes({ ...row, extended, cancelledAt }), now),
  ...buildRecord(windowFlags, (name) => toFlag(row[name])),
});

/** Whether the windows `windows` (a relation aliased m) affect user `u`: all administrators, and users who see one of the reports. */
const concerns = (windows: SQL): SQL =>
  sql`exists (select from ${windows} m where u.profile <> 'user' or m.target = 'unit' or exists (
    select from ${reportsWithPlace} where ${isAboutReport} and ${visibleReport({ userId: sql`u.id`, seesAll: false })}))`;

/** The people affected by these windows, except the acting user. */
export const getPeople = (windows: SQL): SQL =>
  sql`select u.id as user_id from users u
    where u.status in ('A','T') and u.id is distinct from (select app.user_id()) and ${concerns(windows)}`;

const stillAhead: Partial<Record<NotificationKind, SQL>> = {
  maintenance_announced: sql`w.cancelled_at is null and w.starts_at > app.now()`,
  maintenance_changed: sql`w.cancelled_at is null and w.ends_at > app.now()`,
};

/** Whether user `u` is notified of a window: it affects them and the news is still current. */
export const wasNotified = (kind: NotificationKind, windowId: SQL): SQL =>
  concerns(sql`(select w.* from maintenance w where w.id = ${windowId} and ${stillAhead[kind] ?? sql`true`})`);

const isoInSql = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The variables of a notification about window m: its target, title and times. */
export const windowVars = sql`jsonb_build_object(
  'target', coalesce(${targetName}, (select t.name from tenants t where t.id = m.tenant_id), ''), 'title', m.title,
  'from', ${isoInSql(sql`m.starts_at`)}, 'until', ${isoInSql(sql`m.ends_at`)})`;

/** The link of a window's notification: the report, the group, or the home page. */
export const windowLink = sql`(case m.target when 'report' then '/' || m.target_id || '/reports/view'
  when 'group' then '/reports?group=' || m.target_id when 'subgroup' then '/' || m.target_id || '/reports' else '/' end)`;

/** The CTE that notifies everyone affected by the windows `m` of a relation. */
export const tellConcerned = (
  name: string,
  kind: 'maintenance_announced' | 'maintenance_changed' | 'maintenance_cancelled',
  from: SQL,
): SQL =>
  mailing(name, {
    ...{ kind, from, vars: windowVars, link: windowLink, source: sql`m.id` },
    audience: { type: 'window', id: sql`m.id` },
    again: kind === 'maintenance_changed',
  });
