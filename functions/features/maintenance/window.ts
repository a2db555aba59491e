import { type SQL, sql } from 'drizzle-orm';
import { toFlag } from '../../../domain/contract/fields.ts';
import type { WindowRow } from '../../../domain/maintenance/contract.ts';
import { stateOfWindow, type WindowTarget } from '../../../domain/maintenance/window.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { mailing } from '../notifications/index.ts';
import { isAboutReport, reportsWithPlace, visibleReport } from '../reports/index.ts';

export type Row = {
  id: string;
  target: WindowTarget;
  target_id: string | null;
  target_name: string | null;
  title: string;
  text: string;
  texts: WindowRow['texts'];
  starts_at: string;
  ends_at: string;
  blocks: boolean;
  except_admin: boolean;
  announce_hours: number;
  login_notice: boolean;
  extended: boolean;
  cancelled_at: string | null;
  added_by: string | null;
  reports: number;
  version: number;
};

/** The name of what a window m is about; null for the whole unit, or when it is gone. */
export const targetName = sql`(case m.target when 'report' then (select r.title from reports r where r.tenant_id = m.tenant_id and r.id = m.target_id)
  when 'group' then (select g.name from groups g where g.tenant_id = m.tenant_id and g.id = m.target_id)
  when 'subgroup' then (select s.name from subgroups s where s.tenant_id = m.tenant_id and s.id = m.target_id) end)`;

export const columns = sql`m.id, m.target, m.target_id, ${targetName} as target_name, m.title, m.text, m.texts, m.starts_at, m.ends_at, m.blocks, m.except_admin, m.announce_hours, m.login_notice, m.extended, m.cancelled_at,
  (select u.name from users u where u.tenant_id = m.tenant_id and u.id = m.added_by_id) as added_by, (select count(*)::int from ${reportsWithPlace} where ${isAboutReport}) as reports, m.version`;

const iso = (value: string) => new Date(value).toISOString();

export const timesOf = (row: Pick<Row, 'starts_at' | 'ends_at' | 'announce_hours' | 'extended' | 'cancelled_at'>) => ({
  startsAt: Date.parse(row.starts_at),
  endsAt: Date.parse(row.ends_at),
  announceHours: row.announce_hours,
  extended: row.extended,
  cancelledAt: row.cancelled_at ? Date.parse(row.cancelled_at) : null,
});

export const present = (row: Row, now: number): WindowRow => ({
  id: row.id,
  target: row.target,
  targetId: row.target_id,
  targetName: row.target_name,
  title: row.title,
  text: row.text,
  texts: row.texts,
  startsAt: iso(row.starts_at),
  endsAt: iso(row.ends_at),
  state: stateOfWindow(timesOf(row), now),
  blocks: toFlag(row.blocks),
  exceptAdmin: toFlag(row.except_admin),
  announceHours: row.announce_hours,
  loginNotice: toFlag(row.login_notice),
  addedBy: row.added_by,
  reports: row.reports,
  version: row.version,
});

/** Whether the windows `windows` (a relation aliased m) concern person `u`: administrators, and who may see one of the reports. */
const concerns = (windows: SQL): SQL =>
  sql`exists (select from ${windows} m where u.profile <> 'user' or m.target = 'unit' or exists (select from ${reportsWithPlace} where ${isAboutReport} and ${visibleReport({ userId: sql`u.id`, seesAll: false })}))`;

/** Everybody whom these windows concern; never who did it. */
export const peopleOf = (windows: SQL): SQL =>
  sql`select u.id as user_id from users u where u.status in ('A','T') and u.id is distinct from (select app.user_id()) and ${concerns(windows)}`;

const stillAhead: Partial<Record<NotificationKind, SQL>> = {
  maintenance_announced: sql`w.cancelled_at is null and w.starts_at > app.now()`,
  maintenance_changed: sql`w.cancelled_at is null and w.ends_at > app.now()`,
};

/** Whether person `u` is to be told of a window: it concerns them, and the news is not overtaken. */
export const toldOf = (kind: NotificationKind, windowId: SQL): SQL =>
  concerns(sql`(select w.* from maintenance w where w.id = ${windowId} and ${stillAhead[kind] ?? sql`true`})`);

const isoInSql = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The words of a window's news, over one window m: what it is about, its title, its times. */
export const varsOf = sql`jsonb_build_object('target', coalesce(${targetName}, (select t.name from tenants t where t.id = m.tenant_id), ''), 'title', m.title, 'from', ${isoInSql(sql`m.starts_at`)}, 'until', ${isoInSql(sql`m.ends_at`)})`;

/** Where a window's news lead: the report, the group, or home. */
export const linkOf = sql`(case m.target when 'report' then '/' || m.target_id || '/reports/view' when 'group' then '/reports?group=' || m.target_id when 'subgroup' then '/' || m.target_id || '/reports' else '/' end)`;

/** The CTE that has everybody whom windows `m` of a relation concern told of them. */
export const tellConcerned = (
  name: string,
  kind: 'maintenance_announced' | 'maintenance_changed' | 'maintenance_cancelled',
  from: SQL,
): SQL =>
  mailing(name, {
    ...{ kind, from, vars: varsOf, link: linkOf, source: sql`m.id` },
    audience: { type: 'window', id: sql`m.id` },
    again: kind === 'maintenance_changed',
  });
