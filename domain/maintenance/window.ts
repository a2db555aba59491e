/** The longest a window may last, how far ahead it may be announced, and the default length of a window that starts now. */
const maxHours = 72;
export const maxAnnounceHours = 168;
export const defaultAnnounceHours = 24;
export const defaultNowHours = 1;

/** How many targets one call plans, and how many are counted together before and after: more are planned without a number. */
export const maxPlanned = 100;
export const maxCounted = 10_000;

export const windowTargets = ['report', 'subgroup', 'group', 'unit'] as const;
export type WindowTarget = (typeof windowTargets)[number];

export const windowSorts = ['starts', 'ends', 'title'] as const;
export const windowViews = ['current', 'past', 'cancelled'] as const;

export const windowStates = ['planned', 'announced', 'active', 'extended', 'done', 'cancelled'] as const;
export type WindowState = (typeof windowStates)[number];

export type WindowTimes = {
  startsAt: number;
  endsAt: number;
  announceHours: number;
  extended: boolean;
  cancelledAt: number | null;
};

const hour = 3_600_000;

/**
 * The state of a maintenance window at `now` (milliseconds): planned → announced → active → (extended) → done; planned or announced →
 * cancelled.
 */
export function stateOfWindow(times: WindowTimes, now: number): WindowState {
  if (times.cancelledAt !== null) return 'cancelled';
  if (now >= times.endsAt) return 'done';
  if (now >= times.startsAt) return times.extended ? 'extended' : 'active';
  return now >= times.startsAt - times.announceHours * hour ? 'announced' : 'planned';
}

/** The actions available in each state of a window; the server and the list read the same table. */
const windowActions = {
  planned: ['edit', 'cancel', 'start'],
  announced: ['edit', 'cancel', 'start'],
  active: ['extend', 'end'],
  extended: ['extend', 'end'],
  done: [],
  cancelled: [],
} as const satisfies Record<WindowState, readonly WindowAction[]>;
export type WindowAction = 'edit' | 'cancel' | 'start' | 'extend' | 'end';

export const mayDo = (state: WindowState, action: WindowAction): boolean =>
  (windowActions[state] as readonly WindowAction[]).includes(action); // because each row is a narrower tuple

export type TimesProblem = { field: 'startsAt' | 'endsAt'; reason: 'past' | 'order' | 'too_long' };

/** Checks the times of a window that begins at `startsAt`: an end is required, after the start, in the future, within 72 hours. */
export function timesProblem(startsAt: number, endsAt: number, now: number, isNew: boolean): TimesProblem | null {
  const aMinute = 60_000;
  if (isNew && startsAt < now - 5 * aMinute) return { field: 'startsAt', reason: 'past' };
  if (endsAt <= startsAt) return { field: 'endsAt', reason: 'order' };
  if (endsAt <= now) return { field: 'endsAt', reason: 'past' };
  if (endsAt - startsAt > maxHours * hour) return { field: 'endsAt', reason: 'too_long' };
  return null;
}

/** The minutes before the start at which people with the report open are notified. */
export const noticeMinutes = [10, 2, 0] as const;

/** Which of the notices is due: the latest one whose time has come; null while more than ten minutes are left. */
export function noticeDue(startsAt: number, now: number): (typeof noticeMinutes)[number] | null {
  const left = startsAt - now;
  return [...noticeMinutes].reverse().find((minutes) => left <= minutes * 60_000) ?? null;
}
