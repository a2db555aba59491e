import type { OwnerSql } from '../database/owner.ts';
import { afterDemoIds, demoId, hash32 } from './catalog/build.ts';
import type { DemoPerson, DemoReport, DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getPeople, getViewers } from './rows-of-tenant.ts';
import type { Clock } from './times.ts';

// Visits of the last two months: who opens what on working days, at hours when people work.

const days = 60;
const markMinute = 15 * 60;
const share = (name: string, seed: number) => (hash32(name, seed) % 10_000) / 10_000;

/** The newest visit: its age says by how many days a later start has to move all visits. */
const usageMark = (tenant: DemoTenant): string => demoId(`${tenant.key}/usage/mark`);

export function usageRows(tenant: DemoTenant, clock: Clock): Rows {
  const { activity } = tenant.life;
  const reports = tenant.reports.filter(({ hidden, service }) => !hidden && service);
  // The last few reports of the list are never opened.
  const opened = reports.slice(0, Math.max(1, Math.ceil(reports.length * 0.9)));
  if (activity === 0) return [];
  const rows = getPeople(tenant)
    .filter(({ status }) => status === 'A' || status === 'T')
    .flatMap((person) => getVisits(tenant, person, seenBy(tenant, person, opened), clock));
  const [first] = opened;
  const person = tenant.people[0];
  if (!first || !person) return rows;
  return [...rows, visit(tenant, usageMark(tenant), person.id, first.id, clock.dayStart(1) + markMinute, 300, clock)];
}

function seenBy(tenant: DemoTenant, person: DemoPerson, reports: DemoReport[]): DemoReport[] {
  return reports.filter(({ viewers }) => !viewers || person.profile !== 'user' || getViewers(tenant, viewers).includes(person));
}

function getVisits(tenant: DemoTenant, person: DemoPerson, seen: DemoReport[], clock: Clock): Rows {
  const keenness = (0.5 + share(person.id, 3)) * (tenant.life.activity / 100);
  const rows: Rows = [];
  // No visits before the unit existed.
  for (let back = 1; back <= Math.min(days, tenant.createdDaysAgo - 1); back += 1) {
    const start = clock.dayStart(back);
    const weekday = new Date(start * 60_000).getUTCDay();
    const isWorkday = weekday > 0 && weekday < 6;
    const name = `${person.id}/${back}`;
    if (share(name, 5) > keenness * (isWorkday ? 1 : 0.12)) continue;
    for (let nth = 0; nth <= hash32(name, 7) % 2; nth += 1) {
      const one = `${name}/${nth}`;
      // The square makes the first reports of the list the most popular ones.
      const report = seen[Math.floor(share(one, 11) ** 2 * seen.length)];
      if (!report) continue;
      const minute = 11 * 60 + Math.floor(share(one, 13) * 600);
      rows.push(visit(tenant, demoId(`usage/${one}`), person.id, report.id, start + minute, 40 + (hash32(one, 17) % 860), clock));
    }
  }
  return rows;
}

function visit(tenant: DemoTenant, id: string, user_id: string, report_id: string, minute: number, seconds: number, clock: Clock) {
  const ended = clock.iso(minute * 60_000 + seconds * 1000);
  return {
    ...{ tenant_id: tenant.id, id, user_id, report_id, page: null as string | null },
    ...{ started_at: clock.iso(minute * 60_000), last_at: ended, ended_at: ended },
  };
}

/** As the hourly job counts them; the page that sums over tenants reads days, not visits. */
export async function countUsage(sql: OwnerSql, clock: Clock): Promise<void> {
  await sql.query('select app.count_usage($1)', [clock.ago(400 * 1440)]);
}

/** Moves the two months by whole days, so that they end yesterday again; real visits stay where they are. */
export async function moveUsage(sql: OwnerSql, tenant: DemoTenant, clock: Clock): Promise<boolean> {
  const expected = clock.iso((clock.dayStart(1) + markMinute) * 60_000);
  const { rows } = await sql.query(
    `with d as (select $3::timestamptz - started_at as by from visits where tenant_id = $1 and id = $2),
        w as (update visits v set started_at = v.started_at + d.by, last_at = v.last_at + d.by, ended_at = v.ended_at + d.by from d
          where d.by >= interval '1 day' and v.tenant_id = $1 and v.id < $4 returning 1),
        -- Counted again from the visits, below.
        x as (delete from usage_days u using d where d.by >= interval '1 day' and u.tenant_id = $1)
      select count(*)::int as moved from w`,
    [tenant.id, usageMark(tenant), expected, afterDemoIds],
  );
  return rows[0]?.moved > 0;
}
