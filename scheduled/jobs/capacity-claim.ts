import type { Holiday } from '../../domain/automatic-actions/calendar-days.ts';
import type { ObservedState, StoredOverride } from '../../domain/capacity/desired.ts';
import type { LogEntry, Prices } from '../../domain/capacity/ledger.ts';
import { capacityLimits } from '../../domain/capacity/limits.ts';
import type { Demand, Operation, Stored } from '../../domain/capacity/look.ts';
import type { Shift } from '../../domain/capacity/shifts.ts';
import { type KeptSchedule, nextLoad } from '../../domain/reports/load-schedule.ts';

type Entry = { at: string; isOn: boolean; size: string; cause: string };

/** A claimed capacity as `app.claim_capacity` returns it: its row by column, and what else a look needs. */
export type Claimed = {
  id: string;
  arm_id: string;
  service_capacity_id: string | null;
  owner_tenant_id: string;
  name: string;
  follow_shifts: boolean;
  auto_pause: boolean;
  idle_minutes: number;
  force_stop: boolean;
  wake_outside: boolean;
  wake_for_refreshes: boolean;
  paid_by_reservation: boolean;
  base_size: string;
  prices: Prices;
  budget_cents: number | null;
  budget_stop: boolean;
  budget_told: number[];
  budget_month: string | null;
  override: StoredOverride | null;
  observed_state: ObservedState;
  observed_size: string | null;
  problem: string | null;
  started_at: string | null;
  wake_seconds: number[];
  desired_state: 'running' | 'paused' | null;
  desired_size: string | null;
  reason: string | null;
  reason_vars: Record<string, string>;
  reason_until: string | null;
  pause_at: string | null;
  operation: Operation | null;
  operation_at: string | null;
  hours_until: string | null;
  created_at: string;
  taken_until: string;
  zone: string;
  holidays: Holiday[];
  shifts: Shift[];
  acts: boolean;
  account: {
    id: string;
    directoryId: string;
    appId: string;
    secretSealed: string;
    profileId: string | null;
    disabled: boolean;
  } | null;
  last: { is_on: boolean; size: string; cause: string } | null;
  wakes: string[];
  log: Entry[];
  closed_cents: number;
};

/** What `app.capacity_demand` counts. */
export type CountedDemand = {
  viewers: number;
  recent: number;
  aliveAt: string | null;
  waiters: number;
  exports: number;
  maintenance: string | null;
  due: string | null;
  schedules: KeptSchedule[];
  telling: string[];
};

const minuteMs = 60_000;
const getDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const toStored = (claimed: Claimed): Stored => ({
  rules: {
    ...{ followShifts: claimed.follow_shifts, autoPause: claimed.auto_pause, idleMinutes: claimed.idle_minutes },
    ...{ forceStop: claimed.force_stop, wakeOutside: claimed.wake_outside, paidByReservation: claimed.paid_by_reservation },
  },
  baseSize: claimed.base_size,
  last: claimed.last && { isOn: claimed.last.is_on, size: claimed.last.size, cause: claimed.last.cause },
  desired: claimed.desired_state && { state: claimed.desired_state, size: claimed.desired_size },
  reason: claimed.reason,
  vars: claimed.reason_vars,
  operation: claimed.operation && claimed.operation_at ? { kind: claimed.operation, at: new Date(claimed.operation_at) } : null,
  problem: claimed.problem,
  startedAt: getDate(claimed.started_at),
  wakeSeconds: claimed.wake_seconds,
  override: claimed.override,
  pauseAt: getDate(claimed.pause_at),
});

export const getLog = (entries: readonly Entry[]): LogEntry[] => entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));

/** Whether the service's own schedule starts a refresh within minutes, or has just started one. */
function isLoadNear(schedules: readonly KeptSchedule[], now: Date): boolean {
  const { before, after } = capacityLimits.refreshMinutes;
  const from = new Date(now.getTime() - after * minuteMs);
  const until = now.getTime() + before * minuteMs;
  return schedules.some((kept) => Date.parse(nextLoad(kept, from) ?? '') <= until);
}

export const getDemand = (
  counted: CountedDemand,
  { wakes, service_capacity_id: serviceId }: Claimed,
  now: Date,
  budgetUntil: Date | null,
): Demand => ({
  ...{ viewers: counted.viewers, aliveAt: getDate(counted.aliveAt), waiters: counted.waiters, exports: counted.exports },
  ...{ refreshes: null, areRefreshesHidden: false, maintenanceUntil: getDate(counted.maintenance), budgetUntil },
  ...{ isRefreshDue: isLoadNear(counted.schedules, now), dueAt: getDate(counted.due), wakes: wakes.map((at) => new Date(at)) },
  isUnknown: serviceId === null,
});

/** The row of demand of the present slot: people who looked or tried to, work that ran, and starts for people who waited. */
export function demandRow({ exports, refreshes, wakes, waiters }: Demand, { recent }: CountedDemand, now: Date) {
  const slotMs = capacityLimits.demandMinutes * minuteMs;
  const slot = Math.floor(now.getTime() / slotMs) * slotMs;
  return {
    ...{ at: new Date(slot).toISOString(), viewers: recent + waiters, work: exports + (refreshes ?? 0) },
    wakes: wakes.filter((at) => at.getTime() >= slot).length,
  };
}
