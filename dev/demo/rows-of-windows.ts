import { demoId } from './catalog/build.ts';
import type { DemoWindow } from './catalog/life-types.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getReportId } from './rows-of-reports.ts';
import { idOfPerson } from './rows-of-tenant.ts';
import type { Clock } from './times.ts';

const minute = 60_000;

/** Windows in every state, each with the timestamps that cron would have written by now. */
export function windowRows(tenant: DemoTenant, clock: Clock): Rows {
  const running = tenant.reports.flatMap(
    ({ id, maintenance, addedBy }): Rows =>
      maintenance
        ? [
            row(tenant, clock, {
              ...{ id: demoId(`maintenance/${id}`), target: 'report', target_id: id, title: maintenance.title, text: maintenance.text },
              ...{ from: clock.now - 45 * minute, to: clock.now + maintenance.untilMinutesFromNow * minute, announceHours: 0, by: addedBy },
            }),
          ]
        : [],
  );
  const planned = tenant.life.windows.map((window) => {
    const from = 'inMinutes' in window.starts ? clock.now + window.starts.inMinutes * minute : clock.sundayAt(window.starts.sundayAtUtc);
    return row(tenant, clock, {
      ...{
        id: demoId(`${tenant.key}/window/${window.title}`),
        target: window.target,
        target_id: getTarget(tenant, window),
        title: window.title,
      },
      ...{ text: window.text, from, to: from + window.minutes * minute, announceHours: window.announceHours, by: window.by },
    });
  });
  return [...running, ...planned];
}

type Window = Pick<DemoWindow, 'target' | 'title' | 'text' | 'announceHours' | 'by'> & {
  id: string;
  target_id: string | null;
  from: number;
  to: number;
};

function row(tenant: DemoTenant, clock: Clock, { from, to, announceHours, by, ...rest }: Window): Rows[number] {
  const passed = (at: number) => (at <= clock.now ? clock.iso(at) : null);
  const announced = from - announceHours * 60 * minute;
  return {
    ...{ tenant_id: tenant.id, ...rest, starts_at: clock.iso(from), ends_at: clock.iso(to), announce_hours: announceHours },
    ...{ announced_at: passed(announced), opened_at: passed(from), closed_at: passed(to), added_by_id: idOfPerson(tenant, by) },
    created_at: clock.iso(Math.min(announced, clock.now) - 180 * minute),
  };
}

function getTarget(tenant: DemoTenant, { target, key }: DemoWindow): string | null {
  if (target === 'unit') return null;
  if (target === 'report') return getReportId(tenant, key ?? '');
  const [groupKey, subgroupKey] = (key ?? '').split('/');
  const group = tenant.groups.find((candidate) => candidate.key === groupKey);
  const found = target === 'group' ? group : group?.subgroups.find((candidate) => candidate.key === subgroupKey);
  if (!found) throw new Error(`The demo has no ${target} ${key} in ${tenant.name}`);
  return found.id;
}
