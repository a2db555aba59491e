import {
  type CapacityRules,
  type CapacityWorld,
  type Desired,
  desiredState,
  externalOverride,
  idleMinutesAt,
  type ObservedState,
  type Override,
  type StoredOverride,
} from './desired.ts';
import { capacityLimits } from './limits.ts';
import type { CapacityProblem, LogKind } from './rules.ts';
import { endedBefore, type ShiftWindow, windowAt } from './shifts.ts';

type Steady = 'running' | 'paused';
export type Operation = 'resume' | 'suspend' | 'resize';

/** What is stored of a capacity when it is looked at. */
export type Stored = {
  rules: CapacityRules;
  baseSize: string;
  /** The last state of its log; null before the first look. */
  last: { isOn: boolean; size: string; cause: string } | null;
  desired: { state: Steady; size: string | null } | null;
  reason: string | null;
  vars: Record<string, string>;
  operation: { kind: Operation; at: Date } | null;
  problem: string | null;
  startedAt: Date | null;
  wakeSeconds: readonly number[];
  override: StoredOverride | null;
  pauseAt: Date | null;
};

/** What Azure says of it, or why it says nothing. */
export type Sight = { state: ObservedState; size: string } | Refusal;
/** A refusal by Azure; `retryAfterMs` where Azure says when to ask again. */
export type Refusal = { problem: CapacityProblem; retryAfterMs?: number | undefined };

/** An entry of the log, still without its time. */
export type LogDraft = { what: LogKind; isOn: boolean; size: string; cause: string; vars: Record<string, string> };

type Moment = { now: Date; windows: readonly ShiftWindow[] };
type Settled = Pick<Stored, 'operation' | 'startedAt' | 'wakeSeconds' | 'override' | 'problem'> & { log: LogDraft[] };

const minuteMs = 60_000;
const keptStarts = 9;
const getSteady = (state: ObservedState): Steady | null => (state === 'running' || state === 'paused' ? state : null);

const hasReached = ({ operation, desired }: Stored, { state, size }: { state: Steady; size: string }): boolean => {
  if (!operation) return false;
  if (operation.kind === 'resize') return size === desired?.size;
  return state === (operation.kind === 'resume' ? 'running' : 'paused');
};

const differs = ({ last }: Stored, { state, size }: { state: Steady; size: string }): boolean =>
  last !== null && (last.isOn !== (state === 'running') || last.size !== size);

/** Whether a steady state is none that the portal knows or asked for: it is looked at twice before it is believed. */
export function isUnexpected(stored: Stored, sight: Sight): boolean {
  if ('problem' in sight) return false;
  const state = getSteady(sight.state);
  return state !== null && !hasReached(stored, { ...sight, state }) && differs(stored, { ...sight, state });
}

const problemEntry = ({ last, problem }: Stored, code: CapacityProblem): LogDraft[] =>
  problem === code ? [] : [{ what: 'problem', isOn: last?.isOn ?? false, size: last?.size ?? '', cause: code, vars: {} }];

const isOlderThan = (minutes: number, { operation }: Stored, now: Date): boolean =>
  operation !== null && now.getTime() - operation.at.getTime() >= minutes * minuteMs;
const isOld = (stored: Stored, now: Date): boolean => isOlderThan(capacityLimits.operationMinutes, stored, now);
/** Recorded and never begun: a Worker was killed before it asked Azure, which shows the state from before. */
const isUnbegun = (stored: Stored, sight: { state: Steady; size: string }, now: Date): boolean =>
  isOlderThan(capacityLimits.unbegunMinutes, stored, now) && !differs(stored, sight);

/** A change made by others as it is stored; another size alone joins a state that was asked for. */
function keptOutside(outside: Override, before: StoredOverride | null): StoredOverride {
  if (outside.state === null && before?.state) return { ...before, size: outside.size };
  return { ...outside, until: outside.until.toISOString() };
}

/** Whether nothing is left of a size that was asked for alone: it is there, and no shift names another. */
const isReached = ({ state, size }: StoredOverride, { rules }: Stored, sight: { size: string }, { now, windows }: Moment): boolean =>
  state === null && size === sight.size && !(rules.followShifts && windowAt(windows, now));

/** The steady state that was seen: reached by the portal's own change, as it was, as it was wanted all along, or changed by others. */
function settleSteady(stored: Stored, sight: { state: Steady; size: string }, { now, windows }: Moment): Partial<Settled> {
  const { last, operation, desired, reason, vars, wakeSeconds, startedAt, override, rules } = stored;
  const isOn = sight.state === 'running';
  const starts = { startedAt: isOn && !last?.isOn ? now : startedAt };
  const turned: LogKind = last?.isOn === isOn ? 'size' : isOn ? 'on' : 'off';
  const entry = { isOn, size: sight.size };
  const isAskedSize = operation?.kind === 'resize' && override?.state === null && override.size === sight.size;
  const why = isAskedSize ? { cause: 'override', vars: { by: override.by } } : { cause: reason ?? 'unchanged', vars };
  const ours: LogDraft = { what: turned, ...entry, ...why };
  if (!last) return { log: [{ ...ours, what: isOn ? 'on' : 'off', cause: 'unchanged', vars: {} }], problem: null };
  if (hasReached(stored, sight)) {
    const isStart = operation?.kind === 'resume';
    const seconds = Math.max(1, Math.round((now.getTime() - (operation?.at ?? now).getTime()) / 1000));
    return {
      ...{ operation: null, problem: null, ...starts },
      ...(isStart && { wakeSeconds: [...wakeSeconds, Math.min(seconds, 32_000)].slice(-keptStarts) }),
      log: differs(stored, sight) ? [isStart ? { ...ours, vars: { ...vars, seconds: String(seconds) } } : ours] : [],
    };
  }
  // On its way, but Azure doesn't show it yet; or to be decided again.
  if (operation) return isUnbegun(stored, sight, now) ? { operation: null } : {};
  if (!differs(stored, sight)) return { problem: null };
  const wanted = desired?.state === sight.state && (sight.size === last.size || sight.size === desired.size);
  if (wanted) return { problem: null, ...starts, log: [ours] };
  const expected = { state: last.isOn ? ('running' as const) : ('paused' as const), size: last.size };
  const outside = externalOverride(expected, { now, rules, windows, observed: sight });
  return {
    ...{ problem: null, ...starts },
    override: outside ? keptOutside(outside, override) : override,
    log: [{ what: 'external', ...entry, cause: 'external', vars: {} }],
  };
}

const isPast = ({ until }: StoredOverride, now: Date): boolean => new Date(until) <= now;

/** Whether it is still on only because a task started it: until it is paused, or a shift keeps it on. */
function rests({ override, rules }: Stored, sight: Sight, { now, windows }: Moment): boolean {
  const isPaused = 'state' in sight && sight.state === 'paused';
  const isInShift = rules.followShifts && windowAt(windows, now)?.shift.autoActivate === true;
  return override?.rests === true && !isPaused && !isInShift;
}

/** What a look changes before anything is decided: a change that ended or never will, one made by others, a problem. */
export function settle(stored: Stored, sight: Sight, moment: Moment): Settled {
  const { operation, startedAt, wakeSeconds, override, problem } = stored;
  const kept: Settled = { operation, startedAt, wakeSeconds, override, problem, log: [] };
  const isOver = override !== null && isPast(override, moment.now) && !rests(stored, sight, moment);
  const next = isOver ? { ...kept, override: null } : kept;
  if ('problem' in sight) {
    const over = isOld(stored, moment.now) ? { operation: null } : {};
    return { ...next, ...over, problem: sight.problem, log: problemEntry(stored, sight.problem) };
  }
  const state = getSteady(sight.state);
  const seen = state ? { ...next, ...settleSteady({ ...stored, override: next.override }, { ...sight, state }, moment) } : next;
  const settled = state && seen.override && isReached(seen.override, stored, sight, moment) ? { ...seen, override: null } : seen;
  if (sight.state === 'failed') return { ...settled, problem: 'failed', log: problemEntry(stored, 'failed') };
  if (settled.operation && isOld(stored, moment.now))
    return { ...settled, operation: null, problem: 'stuck', log: problemEntry(stored, 'stuck') };
  return settled;
}

/** Whether a pause waits until the refreshes were read that it would end; one by hand has named them, a spent budget ends them. */
export const asksForRefreshes = ({ call, winner }: Pick<Desired, 'call' | 'winner'>): boolean =>
  call === 'suspend' && (winner === 'idle' || winner === 'force_stop');

/** The demand of all units, in numbers. */
export type Demand = {
  viewers: number;
  aliveAt: Date | null;
  waiters: number;
  exports: number;
  /** Refreshes that run; null where they weren't asked for. */
  refreshes: number | null;
  /** When the portal's own tasks next refresh something on it, where that is near. */
  dueAt?: Date | null;
  /** The service refused to say which refreshes run. */
  areRefreshesHidden: boolean;
  maintenanceUntil: Date | null;
  isRefreshDue: boolean;
  budgetUntil: Date | null;
  wakes: readonly Date[];
  /** Nothing of it can be counted, because its id at the report service isn't known. */
  isUnknown?: boolean;
};

/** Whether the start that was just seen is the last that people may cause within an hour: `wakes` are those before it. */
export const isWokenOften = (log: readonly Pick<LogDraft, 'what' | 'cause'>[], wakes: readonly Date[]): boolean =>
  log.some(({ what, cause }) => what === 'on' && cause === 'waiters') && wakes.length + 1 >= capacityLimits.wakesPerHour;

/** What a look decided, to be stored. */
export type Looked = Desired & {
  vars: Record<string, string>;
  log: LogDraft[];
  /** What is asked for in the same look if a change of the size is refused: people don't wait for a size that they can't have. */
  instead: Operation | null;
};

function getVars({ winner }: Desired, world: CapacityWorld, demand: Demand, by: string | undefined): Record<string, string> {
  const shift = windowAt(world.windows, world.now)?.shift.name ?? '';
  switch (winner) {
    case 'shift':
      return { shift };
    case 'force_stop':
      return { shift: endedBefore(world.windows, world.now)?.shift.name ?? '' };
    case 'override':
      return by ? { by } : {};
    case 'work': {
      const isOnlyDue = world.work === 0 && !world.isRefreshDue && demand.dueAt;
      return {
        exports: String(demand.exports),
        ...(demand.refreshes !== null && { refreshes: String(demand.refreshes) }),
        ...(isOnlyDue && { due: isOnlyDue.toISOString() }),
      };
    }
    case 'waiters':
      return { waiters: String(demand.waiters) };
    case 'viewers':
      return { viewers: String(demand.viewers) };
    case 'idle':
      return { minutes: String(idleMinutesAt(world)), ...(demand.areRefreshesHidden && { refreshes: 'unknown' }) };
    default:
      return {};
  }
}

const lasting: readonly (string | null)[] = ['shift', 'override', 'maintenance', 'budget'];

/** It stays on for another reason than before: said where a shift or a viewer's request begins or ends, or where work prevents a pause. */
function keptEntry(stored: Stored, sight: { size: string }, { winner }: Desired, vars: Record<string, string>): LogDraft[] {
  const before = stored.last?.isOn ? stored.last.cause : null;
  if (before === null || before === winner || (before === 'external' && winner === 'override')) return [];
  const isTold = lasting.includes(before) || lasting.includes(winner) || (winner === 'work' && stored.pauseAt !== null);
  return isTold ? [{ what: 'kept', isOn: true, size: sight.size, cause: winner, vars }] : [];
}

/**
 * Decides about a capacity that was just seen: the state and size that the rules ask for, the one call that Azure needs, and what the log
 * says of it. Nothing is asked of Azure while it works on a change, after one that it never ended, and for a unit that is suspended (which
 * wakes nothing).
 */
export function decide(
  { stored, settled, acts }: { stored: Stored; settled: Settled; acts: boolean },
  sight: { state: ObservedState; size: string },
  demand: Demand,
  { now, windows }: Moment,
): Looked {
  const work = demand.exports + (demand.refreshes ?? 0);
  const { override } = settled;
  const isHeldOff = override?.finished === true && work > 0;
  // What a task started pauses like any other where idle pauses are on.
  const isResting = override?.rests === true && isPast(override, now);
  const world: CapacityWorld = {
    ...{ now, windows, observed: sight, startedAt: settled.startedAt, work, baseSize: stored.baseSize },
    rules: isResting ? { ...stored.rules, autoPause: true } : stored.rules,
    override: override && !isHeldOff ? { ...override, until: new Date(override.until) } : null,
    ...{ budgetUntil: demand.budgetUntil, maintenanceUntil: demand.maintenanceUntil, isRefreshDue: demand.isRefreshDue },
    dueAt: demand.dueAt ?? null,
    ...{ aliveAt: demand.aliveAt, waiters: demand.waiters, wakes: demand.wakes, pauseAt: stored.pauseAt },
    isDemandUnknown: demand.isUnknown ?? false,
  };
  const desired = desiredState(world);
  const vars = getVars(desired, world, demand, override?.by);
  const mayCall = settled.operation === null && settled.problem !== 'stuck' && (acts || desired.call !== 'resume');
  const call = mayCall ? desired.call : null;
  const instead = call === 'resize' && sight.state === 'paused' && desired.state === 'running' && acts ? 'resume' : null;
  const isKept = sight.state === 'running' && desired.state === 'running' && settled.log.length === 0 && call === null;
  return { ...desired, call, instead, vars, log: isKept ? keptEntry(stored, sight, desired, vars) : [] };
}

/**
 * Whether a decision is kept. While a change is under way, the one that led to it stays. What is seen on its way without a change of the
 * portal's own was begun by others: the decision that follows it would make their change pass for one that was wanted.
 */
export const isDecided = ({ operation }: Pick<Settled, 'operation'>, sight: Sight): boolean =>
  operation === null && !('problem' in sight) && getSteady(sight.state) !== null;

/** Until when Azure isn't asked after a refusal: as long as it says, and some seconds in any case, however many people wait. */
export const retryAt = (now: Date, { retryAfterMs = 0 }: Omit<Refusal, 'problem'>): Date =>
  new Date(now.getTime() + Math.max(retryAfterMs, capacityLimits.refusedSeconds * 1000));

/** When a capacity is looked at again: with the slot of demand that begins next, and soon while something is under way. */
export function nextLook(
  now: Date,
  desired: Pick<Desired, 'nextLookAt'> | null,
  {
    isChanging,
    hasProblem,
    isWaited,
  }: {
    isChanging: boolean;
    /** It couldn't be observed or changed, once more. */
    hasProblem: boolean;
    isWaited: boolean;
  },
): Date {
  const slotMs = capacityLimits.demandMinutes * minuteMs;
  const slot = (Math.floor(now.getTime() / slotMs) + 1) * slotMs;
  const soon = now.getTime() + minuteMs;
  if (isChanging) return new Date(soon);
  if (hasProblem) return new Date(isWaited ? soon : slot);
  return new Date(Math.min(slot, desired?.nextLookAt.getTime() ?? soon));
}
