import type { LogEntry } from '../../domain/capacity/ledger.ts';
import { closedHours, getHour } from '../../domain/capacity/money.ts';
import type { LogKind } from '../../domain/capacity/rules.ts';
import { type Shift, type ShiftWindow, windowAt, windowsAround } from '../../domain/capacity/shifts.ts';
import { fold } from '../../domain/text/fold.ts';
import type { OwnerSql } from '../database/owner.ts';
import { random } from '../powerbi/model/facts.ts';
import { demoCapacity, getAzure, getCapacityId } from '../powerbi/world-demo.ts';
import { demoId } from './catalog/build.ts';
import { type DemoTenant, demoTenants } from './catalog.ts';
import { insertRows, type Rows } from './put-rows.ts';
import { idOfPerson } from './rows-of-tenant.ts';
import type { Clock } from './times.ts';

const minute = 60_000;
const dayMs = 1440 * minute;
const days = 33;
const prices = { F2: 296, F4: 592, F8: 1183, F16: 2366 };
const zone = 'America/Sao_Paulo';
const idleMinutes = 20;
const capacityId = demoId('capacities/vertice');

const common = { autoActivate: true, autoPause: false, idleMinutes: null, useSchedule: true };
const shifts: Shift[] = [
  { id: demoId('shifts/cargas'), name: 'Cargas', days: [1, 2, 3, 4, 5], starts: '05:00', ends: '07:00', size: 'F4', ...common },
  { id: demoId('shifts/comercial'), name: 'Comercial', days: [1, 2, 3, 4, 5], starts: '07:00', ends: '20:00', size: 'F8', ...common },
  { id: demoId('shifts/sabado'), name: 'Sábado', days: [6], starts: '08:00', ends: '14:00', size: 'F4', ...common },
];

type Entry = LogEntry & { what: LogKind; vars?: Record<string, string>; by?: string };

/** What a month of looks would have written: the shifts, people who stayed longer, pauses when they had left, and one start on a Sunday. */
function getPast(now: number): Entry[] {
  const chance = random(11);
  const from = new Date(now - days * dayMs);
  const log: Entry[] = [];
  for (let day = 0; day <= days + 1; day += 1) {
    const noon = new Date(from.getTime() + day * dayMs);
    const windows = windowsAround(shifts, noon, { zone, holidays: [] }).filter(
      ({ start }) => Math.abs(start.getTime() - noon.getTime()) < dayMs / 2,
    );
    for (const { shift, start, end } of windows) {
      const cause = { cause: 'shift', vars: { shift: shift.name } };
      const isOn = log.at(-1)?.isOn === true && (log.at(-1)?.at.getTime() ?? 0) >= start.getTime() - minute;
      log.push({ at: start, isOn: true, size: shift.size ?? 'F8', what: isOn ? 'size' : 'on', ...cause });
      if (shift.name === 'Cargas') {
        // The next shift begins at this one's end.
        log.push({ at: new Date(end.getTime() - 1), isOn: true, size: 'F4', what: 'kept', ...cause });
        continue;
      }
      const stays = chance() < 0.6;
      const viewers = 1 + Math.floor(chance() * 4);
      if (stays)
        log.push({ at: end, isOn: true, size: shift.size ?? 'F8', what: 'kept', cause: 'viewers', vars: { viewers: String(viewers) } });
      const after = (stays ? 22 + Math.floor(chance() * 50) : 22) * minute;
      log.push({
        at: new Date(end.getTime() + after),
        isOn: false,
        size: shift.size ?? 'F8',
        what: 'off',
        cause: 'idle',
        vars: { minutes: String(idleMinutes) },
      });
    }
  }
  const past = log.filter(({ at, what, cause }) => at.getTime() < now - 30 * minute && !(what === 'kept' && cause === 'shift'));
  const refused = past.findLast(({ what, cause }) => what !== 'off' && cause === 'shift');
  if (refused)
    past.push({
      ...{
        ...refused,
        at: new Date(Math.min(refused.at.getTime() + 95 * minute, now - 28 * minute)),
        what: 'pause_refused',
        cause: 'work',
      },
      ...{ vars: { refreshes: '1', exports: '0', viewers: '3' }, by: 'admin@vertice.test' },
    });
  past.sort((one, other) => one.at.getTime() - other.at.getTime());
  const last = past.at(-1);
  // The stand-in's capacity runs at F8: outside of the shifts a person has started it.
  if (!last?.isOn || last.size !== 'F8')
    past.push({
      at: new Date(now - 25 * minute),
      isOn: true,
      size: 'F8',
      what: last?.isOn ? 'size' : 'on',
      cause: 'override',
      vars: { by: 'person' },
      by: 'admin@vertice.test',
    });
  return past;
}

/** Whether someone outside of the day's shift keeps it on: it pauses when no one has looked for `idleMinutes`. */
function isLookedAt(log: readonly Entry[], at: number): boolean {
  const next = log.findIndex((entry) => entry.at.getTime() > at);
  const off = log.slice(next).find(({ isOn }) => !isOn);
  return next > 0 && log[next - 1]?.isOn === true && off !== undefined && off.at.getTime() - at > idleMinutes * minute;
}

/** Viewers and work in slots of five minutes, as the log has it: more by day, loads in the morning. */
function demandRows(now: number, log: readonly Entry[]): Rows {
  const chance = random(12);
  const slot = 5 * minute;
  const rows: Rows = [];
  const first = Math.floor((now - days * dayMs) / slot) * slot;
  let windows: ShiftWindow[] = [];
  for (let at = first; at < now - slot; at += slot) {
    // They reach eight days ahead.
    if ((at - first) % (7 * dayMs) === 0) windows = windowsAround(shifts, new Date(at), { zone, holidays: [] });
    const window = windowAt(windows, new Date(at));
    const isDay = window?.shift.name === 'Comercial';
    const viewers = isDay ? Math.floor(chance() * 14) : isLookedAt(log, at) ? 1 : 0;
    const work = window?.shift.name === 'Cargas' && chance() < 0.7 ? 1 : 0;
    if (viewers + work > 0 || at === first) rows.push({ capacity_id: capacityId, at: new Date(at).toISOString(), viewers, work, wakes: 0 });
  }
  return rows;
}

const getOwner = (): DemoTenant | undefined => demoTenants.find(({ key }) => key === demoCapacity.tenant);

/** The capacity of Vértice with its shifts, and a month of ledger, decisions and demand. */
export async function seedCapacity(sql: OwnerSql, clock: Clock): Promise<void> {
  const owner = getOwner();
  if (!owner) return;
  const { account } = owner;
  const { subscriptionId, resourceGroup } = getAzure(account.directoryId);
  const log = getPast(clock.now);
  const last = log.at(-1);
  const isByPerson = last?.cause === 'override';
  const override = {
    state: 'running',
    size: null,
    until: clock.ago(-8 * 60),
    by: 'person',
    userId: idOfPerson(owner, 'admin@vertice.test'),
  };
  await insertRows(sql, 'capacities', [
    {
      ...{ id: capacityId, kind: 'fabric', name: demoCapacity.name, resource_group: resourceGroup, region: 'brazilsouth' },
      arm_id:
        `/subscriptions/${subscriptionId}/resourcegroups/${resourceGroup}/providers/microsoft.fabric/capacities/${demoCapacity.name}`.toLowerCase(),
      ...{
        service_capacity_id: getCapacityId(account.workspaces[0]?.id ?? account.id),
        owner_tenant_id: owner.id,
        owner_account_id: account.id,
      },
      ...{ follow_shifts: true, auto_pause: true, idle_minutes: idleMinutes, wake_outside: true, wake_by: 'flagged' },
      ...{ base_size: 'F8', prices, currency: 'BRL', budget_cents: 500_000 },
      ...{ observed_state: 'running', observed_size: 'F8', observed_at: clock.ago(1), started_at: last?.at.toISOString() },
      ...{ wake_seconds: [74, 82, 79, 91, 76], desired_state: 'running', reason: last?.cause, reason_vars: last?.vars ?? {} },
      ...{ override: isByPerson ? override : null, hours_until: getHour(new Date(clock.now)).toISOString(), next_look_at: clock.nowIso },
      created_at: clock.ago(days * 1440),
    },
  ]);
  await insertRows(sql, 'capacity_members', [{ tenant_id: owner.id, capacity_id: capacityId, account_id: account.id }]);
  await insertRows(
    sql,
    'shifts',
    shifts.map(({ id, name, days: on, starts, ends, size, autoActivate, autoPause }) => ({
      ...{
        tenant_id: owner.id,
        id,
        name,
        sort_key: fold(name),
        purpose: 'capacity',
        capacity_id: capacityId,
        days: on,
        starts,
        ends,
        size,
      },
      ...{ auto_activate: autoActivate, auto_pause: autoPause },
    })),
  );
  await insertPast(sql, clock, owner, log);
}

async function insertPast(sql: OwnerSql, clock: Clock, owner: DemoTenant, log: readonly Entry[]): Promise<void> {
  await insertRows(
    sql,
    'capacity_log',
    log.map(({ at, what, isOn, size, cause, vars, by }) => ({
      ...{
        capacity_id: capacityId,
        id: demoId(`capacity-log/${at.toISOString()}/${what}`),
        at: at.toISOString(),
        what,
        is_on: isOn,
        size,
        cause,
      },
      ...{ vars: vars ?? {}, by_tenant_id: owner.id, by_user_id: by ? idOfPerson(owner, by) : null },
    })),
  );
  const states = log.filter(({ what }) => what !== 'pause_refused');
  const since = states[0]?.at ?? new Date(clock.now);
  const hours = closedHours(states, getHour(since), new Date(clock.now), prices);
  await insertRows(
    sql,
    'capacity_hours',
    hours.map(({ centsPerHour, hour, ...row }) => ({
      capacity_id: capacityId,
      hour: hour.toISOString(),
      ...row,
      cents_per_hour: centsPerHour,
    })),
  );
  await insertRows(sql, 'capacity_demand', demandRows(clock.now, log));
}

/** A demo that rested for days gets the month before now; one that kept running keeps what happened. */
export async function redateCapacity(sql: OwnerSql, clock: Clock): Promise<void> {
  const owner = getOwner();
  const { rows } = await sql.query('select 1 from capacity_log where capacity_id = $1 and at > $2', [capacityId, clock.ago(2 * 1440)]);
  const { rows: there } = await sql.query('select 1 from capacities where id = $1', [capacityId]);
  if (!owner || rows.length > 0 || there.length === 0) return;
  for (const table of ['capacity_log', 'capacity_hours', 'capacity_demand'])
    await sql.query(`delete from ${table} where capacity_id = $1`, [capacityId]);
  await insertPast(sql, clock, owner, getPast(clock.now));
  await sql.query('update capacities set hours_until = $2, next_look_at = $3, override = null where id = $1', [
    ...[capacityId, getHour(new Date(clock.now)).toISOString(), clock.nowIso],
  ]);
}
