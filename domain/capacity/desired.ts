import { capacityLimits } from './limits.ts';
import { endedBefore, nextBoundary, nextOpening, type ShiftWindow, windowAt } from './shifts.ts';

/** What Azure says: steady, on its way, or not to be known. */
export type ObservedState = 'running' | 'paused' | 'starting' | 'stopping' | 'resizing' | 'failed' | 'unknown';

/** What a person, a task or a change outside of the portal asked for, until it ends. A size alone has no state: the rules decide it. */
export type Override = { state: 'running' | 'paused' | null; size: string | null; until: Date; by: 'person' | 'task' | 'external' };

/** An override as it is stored; `userId` and `taskId` name who asked, for the owner's eyes. */
export type StoredOverride = Omit<Override, 'until'> & {
  until: string;
  userId?: string;
  taskId?: string;
  /** A pause that waits until running work has ended. */
  finished?: boolean;
  /** A start for a task's run, of a capacity that was paused: it pauses again once nothing uses it, also after `until`. */
  rests?: boolean;
};

export type CapacityRules = {
  followShifts: boolean;
  autoPause: boolean;
  idleMinutes: number;
  /** Stops at a shift's end although people look. */
  forceStop: boolean;
  /** Viewers may wake it outside of the shifts too (Spec 3, Task: allow automatic outside the schedule). */
  wakeOutside: boolean;
  /** A capacity that is paid by a reservation costs the same when it is paused: it is never paused for being idle. */
  paidByReservation: boolean;
};

/** All that decides about a capacity at one moment. */
export type CapacityWorld = {
  now: Date;
  rules: CapacityRules;
  /** Windows of the used shifts around now (`windowsAround`). */
  windows: readonly ShiftWindow[];
  /** The size of a shift that names none. */
  baseSize: string;
  observed: { state: ObservedState; size: string };
  /** When it was last started; null where that isn't known. */
  startedAt: Date | null;
  override: Override | null;
  /** Until when it stops because the budget is spent and the owner wants that; null while it isn't. */
  budgetUntil: Date | null;
  /** Until when a maintenance runs that pauses the capacity; null without one. */
  maintenanceUntil: Date | null;
  /** Refreshes and exports that run; unknown ones count as running. */
  work: number;
  /** When the portal's own tasks next refresh something on it, a run that waits for another attempt included; null where none is near. */
  dueAt?: Date | null;
  /** A refresh that its schedule announces is due within minutes, and the capacity is to be started for it. */
  isRefreshDue?: boolean;
  /** When a viewer, a player that counts or a press of *Keep viewing* last gave a sign of life, in any business unit. */
  aliveAt: Date | null;
  /** People wait for it to start. */
  waiters: number;
  /** Starts that waiting people caused within the last hour. */
  wakes: readonly Date[];
  /** The pause that viewers were notified of; null before that. */
  pauseAt: Date | null;
  /** Its id at the report service isn't known, so neither is who looks and what runs: it is never taken for idle. */
  isDemandUnknown?: boolean;
};

export const winners = [
  'budget',
  'maintenance',
  'override',
  'shift',
  'work',
  'force_stop',
  'waiters',
  'viewers',
  'idle',
  'unchanged',
] as const;
/** The one rule that decided, in order of precedence (BEHAVIOUR 2). */
type Winner = (typeof winners)[number];

export type Desired = {
  winner: Winner;
  state: 'running' | 'paused';
  /** Null leaves the size as it is. */
  size: string | null;
  /** Until when the winner holds, as far as that is known. */
  until: Date | null;
  /** When an idle capacity pauses; viewers are notified. */
  pauseAt: Date | null;
  /** When it stops although people look, and the minutes before it at which viewers were last notified; null before that. */
  stopAt: Date | null;
  forceNotice: number | null;
  /** The one call that Azure needs now; null where it needs none. */
  call: 'resume' | 'suspend' | 'resize' | null;
  /** When the capacity is looked at again. */
  nextLookAt: Date;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs);
const latest = (...dates: (Date | null)[]): Date | null =>
  dates.reduce((one, other) => (one && (!other || one >= other) ? one : other), null);

type Choice = Pick<Desired, 'winner' | 'state' | 'until'> & { size?: string | null; pauseAt?: Date | null };

/** Whether people may wake the capacity now: always without shifts to follow, else within one, or outside where the rules allow it. */
export function mayWake({
  rules,
  windows,
  now,
}: Pick<CapacityWorld, 'windows' | 'now'> & { rules: Pick<CapacityRules, 'followShifts' | 'wakeOutside'> }): boolean {
  return !rules.followShifts || windows.length === 0 || rules.wakeOutside || windowAt(windows, now) !== null;
}

/** When people who may not wake it can next read: the next window that keeps it on. */
export const opensAt = ({ windows, now }: Pick<CapacityWorld, 'windows' | 'now'>): Date | null => nextOpening(windows, now);

const wakesWithinHour = ({ wakes, now }: CapacityWorld): Date[] => wakes.filter((at) => now.getTime() - at.getTime() < hourMs);

/** What the followed shifts say of a moment: the window that holds, the one that ended last, and the next start or end. */
type Schedule = { current: ShiftWindow | null; ended: ShiftWindow | null; boundary: Date | null };

function scheduleAt({ rules, windows, now }: Pick<CapacityWorld, 'rules' | 'windows' | 'now'>): Schedule {
  if (!rules.followShifts) return { current: null, ended: null, boundary: null };
  return { current: windowAt(windows, now), ended: endedBefore(windows, now), boundary: nextBoundary(windows, now) };
}

type IdleRule = { isOn: boolean; minutes: number };

function idleRule(rules: CapacityRules, schedule: Schedule): IdleRule {
  const inside = schedule.current;
  const ended = inside ? null : schedule.ended;
  const shift = (inside ?? ended)?.shift;
  const isOn = inside ? inside.shift.autoPause : rules.autoPause || (ended?.shift.autoPause ?? false);
  const usesShift = shift?.autoPause && (inside !== null || !rules.autoPause);
  return { isOn: isOn && !rules.paidByReservation, minutes: (usesShift ? shift?.idleMinutes : null) ?? rules.idleMinutes };
}

/** After how many minutes without use a capacity pauses now. */
export const idleMinutesAt = (world: Pick<CapacityWorld, 'rules' | 'windows' | 'now'>): number =>
  idleRule(world.rules, scheduleAt(world)).minutes;

/** When an unused capacity pauses: idle and on for long enough, not woken too often, and its viewers notified. */
function idlePause(world: CapacityWorld, minutes: number): Date {
  const { now, startedAt, aliveAt, pauseAt } = world;
  const wakes = wakesWithinHour(world).sort((one, other) => one.getTime() - other.getTime());
  const { minimumOnMinutes, wakesPerHour, idleNoticeMinutes } = capacityLimits;
  const used = latest(aliveAt, startedAt);
  const oldest = wakes.at(-wakesPerHour);
  const due = latest(
    used && later(used, minutes),
    startedAt && later(startedAt, minimumOnMinutes),
    oldest ? later(oldest, 60) : null,
    // An announced pause isn't moved forward, and it is announced in time.
    pauseAt ?? later(now, idleNoticeMinutes),
  );
  return due ?? later(now, idleNoticeMinutes);
}

/** Whether the portal itself is about to start work on it: a pause until then would only have it start again. */
const isWorkDue = ({ now, dueAt }: CapacityWorld): boolean => (dueAt ? dueAt <= later(now, capacityLimits.dueMinutes) : false);

function choose(world: CapacityWorld, schedule: Schedule): Choice {
  const { now, rules, observed, override, startedAt } = world;
  const { current, ended, boundary } = schedule;
  const isOn = observed.state === 'running' || observed.state === 'starting' || observed.state === 'resizing';
  const size = current ? (current.shift.size ?? world.baseSize) : null;

  if (world.budgetUntil) return { winner: 'budget', state: 'paused', until: world.budgetUntil };
  if (world.maintenanceUntil) return { winner: 'maintenance', state: 'paused', until: world.maintenanceUntil };
  if (override?.state && override.until > now)
    return { winner: 'override', state: override.state, size: override.size, until: override.until };
  if (current?.shift.autoActivate) return { winner: 'shift', state: 'running', size, until: current.end };
  if ((isOn && (world.work > 0 || isWorkDue(world))) || world.isRefreshDue) return { winner: 'work', state: 'running', size, until: null };
  // Only a capacity that was on before the shift ended stops with it; one that was woken afterwards stays on.
  const isForced = rules.forceStop && !current && ended !== null && (startedAt === null || startedAt < ended.end);
  if (isOn && isForced) return { winner: 'force_stop', state: 'paused', until: boundary };
  const isWoken = world.waiters > 0 && (isOn || (mayWake(world) && wakesWithinHour(world).length < capacityLimits.wakesPerHour));
  if (isWoken) return { winner: 'waiters', state: 'running', size, until: null };
  if (!isOn) return { winner: 'unchanged', state: 'paused', until: boundary };

  const idle = idleRule(rules, schedule);
  const isAlive = world.aliveAt !== null && now.getTime() - world.aliveAt.getTime() < idle.minutes * minuteMs;
  if (!idle.isOn || world.isDemandUnknown) return { winner: isAlive ? 'viewers' : 'unchanged', state: 'running', size, until: boundary };
  const pause = idlePause(world, idle.minutes);
  if (pause <= now) return { winner: 'idle', state: 'paused', until: boundary };
  const isTold = pause <= later(now, capacityLimits.idleNoticeMinutes);
  return { winner: isAlive ? 'viewers' : 'idle', state: 'running', size, until: pause, pauseAt: isTold ? pause : null };
}

/** The choice with the size that was asked for alone, whatever decides about the state. */
function sized(choice: Choice, { now, override }: CapacityWorld): Choice {
  const isAsked = override !== null && override.state === null && override.until > now;
  return isAsked ? { ...choice, size: override.size } : choice;
}

/** When the shift's end stops it whatever people do; null where something keeps it on beyond that. */
function getStop({ rules, windows }: CapacityWorld, { current }: Schedule, { winner, state, until }: Choice): Date | null {
  if (!rules.forceStop || !current || state === 'paused' || windowAt(windows, current.end)) return null;
  return winner === 'override' && until !== null && until > current.end ? null : current.end;
}

/** The one call that leads from what is observed to what is wanted; none while Azure is at work or can't be asked. */
function callFor({ observed }: CapacityWorld, { state, size }: Choice): Desired['call'] {
  if (observed.state !== 'running' && observed.state !== 'paused') return null;
  // Resizing is free while it is paused, and saves a second interruption.
  if (size && size !== observed.size && (state === 'running' || observed.state === 'paused')) return 'resize';
  if (observed.state === state) return null;
  return state === 'running' ? 'resume' : 'suspend';
}

/**
 * The state that a capacity should have at one moment, the rule that decided, and the call that leads there. It is pure: the same world
 * gives the same answer, and a capacity that is as it should be needs no call (BEHAVIOUR 2).
 */
export function desiredState(world: CapacityWorld): Desired {
  const schedule = scheduleAt(world);
  const choice = sized(choose(world, schedule), world);
  const { now, observed } = world;
  const { boundary } = schedule;
  const stop = getStop(world, schedule, choice);
  const forceNotice = (stop && capacityLimits.forceNoticeMinutes.findLast((minutes) => stop <= later(now, minutes))) ?? null;
  const call = callFor(world, choice);
  const isSteady = observed.state === 'running' || observed.state === 'paused';
  const looks = [
    later(now, call || !isSteady || choice.pauseAt || forceNotice !== null ? 1 : capacityLimits.quietLookMinutes),
    ...[boundary, choice.until, world.override?.until ?? null].filter((at): at is Date => at !== null && at > now),
  ];
  return {
    winner: choice.winner,
    state: choice.state,
    size: choice.size ?? null,
    until: choice.until,
    pauseAt: choice.pauseAt ?? null,
    stopAt: forceNotice === null ? null : stop,
    forceNotice,
    call,
    nextLookAt: looks.reduce((one, other) => (one <= other ? one : other)),
  };
}

/**
 * The override that a change made outside of the portal becomes: it holds until the next shift begins or ends, or some hours. `expected` is
 * what the portal itself last saw or asked for; null where nothing changed behind its back. Another size alone changes no state.
 */
export function externalOverride(
  expected: { state: 'running' | 'paused'; size: string },
  { now, rules, windows, observed }: Pick<CapacityWorld, 'now' | 'rules' | 'windows' | 'observed'>,
): Override | null {
  if (observed.state !== 'running' && observed.state !== 'paused') return null;
  const hasNewSize = observed.size !== expected.size;
  if (observed.state === expected.state && !hasNewSize) return null;
  const state = observed.state === expected.state ? null : observed.state;
  return { state, size: hasNewSize ? observed.size : null, until: overrideEnd({ now, rules, windows }), by: 'external' };
}

/** Until when a change by hand holds: the next start or end of a followed shift, or some hours where there is none. */
export const overrideEnd = (world: Pick<CapacityWorld, 'now' | 'rules' | 'windows'>): Date =>
  scheduleAt(world).boundary ?? later(world.now, capacityLimits.overrideHours * 60);
