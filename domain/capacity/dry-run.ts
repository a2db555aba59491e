import { type CapacityRules, type CapacityWorld, desiredState } from './desired.ts';
import { type LogEntry, ledgerHours, type Prices, type Savings, savings } from './ledger.ts';
import { capacityLimits } from './limits.ts';
import type { WakeBy } from './rules.ts';
import { type Shift, type ShiftCalendar, type ShiftWindow, windowsAround } from './shifts.ts';

/**
 * Demand for a capacity within five minutes, in every business unit: people who looked or tried to, work that ran on it, and people who
 * tried to while only others might start it.
 */
export type Demand = { at: Date; viewers: number; work: number; barred?: number };

export type DryRun = Savings & {
  /** Starts that waiting viewers caused. */
  wakes: number;
  /** Five-minute slots in which viewers found it closed: paused, and no one allowed to wake it. */
  closedSlots: number;
};

const slotMs = capacityLimits.demandMinutes * 60_000;
const hourMs = 60 * 60_000;

/**
 * What rules would have cost and refused with the demand of a past period. It asks `desiredState` every five minutes; starting and pausing
 * take no time. Demand is sorted by time; a slot without a row had none.
 */
export function dryRun(
  {
    rules,
    wakeBy,
    shifts,
    baseSize,
    prices,
  }: { rules: CapacityRules; wakeBy: WakeBy; shifts: readonly Shift[]; baseSize: string; prices: Prices },
  demand: readonly Demand[],
  { from, until }: { from: Date; until: Date },
  calendar: ShiftCalendar,
): DryRun {
  const bySlot = new Map(demand.map((one) => [Math.floor(one.at.getTime() / slotMs), one]));
  const log: LogEntry[] = [];
  let [wakes, closedSlots] = [0, 0];
  let windows: ShiftWindow[] = [];
  let world: CapacityWorld = {
    ...{ now: from, rules, windows, observed: { state: 'paused', size: baseSize }, startedAt: null, override: null },
    ...{ baseSize, budgetUntil: null, maintenanceUntil: null, work: 0, aliveAt: null, waiters: 0, wakes: [], pauseAt: null },
  };
  for (let at = from.getTime(); at < until.getTime(); at += slotMs) {
    const now = new Date(at);
    // They reach eight days ahead, so once a day is enough.
    if ((at - from.getTime()) % (24 * hourMs) < slotMs) windows = windowsAround(shifts, now, calendar);
    const { viewers = 0, work = 0, barred = 0 } = bySlot.get(Math.floor(at / slotMs)) ?? {};
    const isOn = world.observed.state === 'running';
    const wishes = wakeBy === 'everyone' ? viewers + barred : viewers;
    const readers = isOn ? viewers + barred : wishes;
    const recent = world.wakes.filter((wake) => at - wake.getTime() < hourMs);
    world = { ...world, now, windows, work, wakes: recent, waiters: isOn ? 0 : wishes, aliveAt: readers > 0 ? now : world.aliveAt };
    // A size and a state may both change within the slot.
    let desired = desiredState(world);
    for (; desired.call !== null; desired = desiredState(world)) {
      const { call, winner, state, size } = desired;
      if (call === 'resume' && winner === 'waiters') {
        wakes += 1;
        world = { ...world, wakes: [...world.wakes, now] };
      }
      const observed = call === 'resize' ? { ...world.observed, size: size ?? baseSize } : { ...world.observed, state };
      world = { ...world, observed, waiters: 0, pauseAt: null, ...(call === 'resume' && { startedAt: now }) };
      log.push({ at: now, isOn: observed.state === 'running', size: observed.size, cause: winner });
    }
    if (world.observed.state === 'paused' && viewers + barred > 0) closedSlots += 1;
    // The notice before an idle pause is shorter than a slot.
    world = { ...world, pauseAt: desired.pauseAt };
  }
  const hours = ledgerHours(log, from, until, prices);
  return { ...savings(hours, { from, until, baseSize, prices, paidByReservation: rules.paidByReservation }), wakes, closedSlots };
}
