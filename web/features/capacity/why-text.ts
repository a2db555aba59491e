import type { CapacityProblem } from '../../../domain/capacity/rules.ts';
import { formatTime, wallClock } from '../../../domain/format/date.ts';
import { formatMoment } from '../../../domain/format/relative.ts';
import type { Language, TextKey, Translate } from '../../i18n.ts';
import type { Capacity, Facts } from './types.ts';

export type Words = { t: Translate; language: Language; zone: string; now: Date };
export type Known = Pick<Facts, 'reason' | 'reasonVars' | 'reasonUntil' | 'state'> &
  Partial<Pick<Capacity, 'override' | 'nextBoundary' | 'problem'>> & {
    pauseAt: string | null;
    rules?: Partial<NonNullable<Capacity['rules']>> | null;
  };

const getDay = (at: Date, zone: string) => {
  const { year, month, day } = wallClock(at, zone);
  return `${year}-${month}-${day}`;
};

/** A time as a sentence needs it: `until` (“until 8 PM”) or `at` (“at 8 PM”), with its day where that isn't today. */
export function timeText(form: 'until' | 'at' | 'since', iso: string, { t, language, zone, now }: Words): string {
  const at = new Date(iso);
  const time = formatTime(language, at, zone);
  if (getDay(at, zone) === getDay(now, zone)) return t(`capacity.time.${form}Today`, { time });
  const day = formatMoment(language, at, now, zone).slice(0, -time.length - 2);
  return t(`capacity.time.${form}Day`, { day, time });
}

/** Whether it runs or is about to. */
export const isOn = ({ state }: Pick<Facts, 'state'>): boolean => ['running', 'starting', 'resizing'].includes(state);

type By = 'person' | 'task' | 'external';
const decidedBy = ({ override, reason, reasonVars }: Known): By => {
  if (reason === 'external') return 'external';
  const by = override?.by ?? reasonVars.by;
  return by === 'task' || by === 'external' ? by : 'person';
};

/** Whether a wish by hand, of a task or from outside isn't carried out yet; a spent budget and a maintenance go before it. */
export const isPending = (known: Known): boolean =>
  Boolean(known.override?.state) &&
  (known.override?.state === 'running') !== isOn(known) &&
  known.reason !== 'budget' &&
  known.reason !== 'maintenance';

/** Whether a wish has ended that the last look still carried out; without its rules nothing is known of what was asked of a capacity. */
const isOver = ({ reason, override, rules }: Known): boolean =>
  Boolean(rules) && override === null && (reason === 'override' || reason === 'external');

const starting: readonly Known['reason'][] = ['shift', 'work', 'waiters', 'viewers'];
const pausing: Partial<Record<string, TextKey>> = {
  budget: 'capacity.why.pausesForBudget',
  maintenance: 'capacity.why.pausesForMaintenance',
  force_stop: 'capacity.why.pausesAfterShift',
};
/** The sentence while it isn't yet as its reason wants it, which it is within a minute unless Azure refuses; null once it is. */
function soonKey(known: Known): TextKey | null {
  const { reason, state, problem } = known;
  if (isOver(known)) return 'capacity.why.decidesSoon';
  if (isOn({ state })) return pausing[reason ?? ''] ?? null;
  if (!starting.includes(reason)) return null;
  return problem ? 'capacity.why.shouldBeOn' : 'capacity.why.startsSoon';
}
export const isBehind = (known: Known): boolean => soonKey(known) !== null;

/** The one sentence that says why a capacity is on or off, and until when (SECOND_HALF 2.6). */
export function whyText(known: Known, words: Words): string {
  const { t } = words;
  if (isPending(known)) return t(known.override?.state === 'running' ? 'capacity.why.pendingOn' : 'capacity.why.pendingOff');
  const soon = soonKey(known);
  return soon ? t(soon) : reasonText(known, words);
}

function reasonText(known: Known, words: Words): string {
  const { t } = words;
  const { reason, reasonVars, reasonUntil, override } = known;
  if (reason === null) return t('capacity.why.none');
  const name = reasonVars.shift ?? reasonVars.task ?? reasonVars.name ?? override?.name ?? '';
  const until = reasonUntil ? ` ${timeText('until', reasonUntil, words)}` : '';
  const vars = { until, name };
  const on = isOn(known);
  switch (reason) {
    case 'override':
    case 'external': {
      const isRunning = override?.state ? override.state === 'running' : on;
      const by = decidedBy(known);
      if (by === 'external') return t(isRunning ? 'capacity.why.externalOn' : 'capacity.why.externalOff', vars);
      if (by === 'task') {
        if (!name) return t(isRunning ? 'capacity.why.taskOn' : 'capacity.why.taskOff', vars);
        return t(isRunning ? 'capacity.why.taskOnNamed' : 'capacity.why.taskOffNamed', vars);
      }
      if (!name) return t(isRunning ? 'capacity.why.personOn' : 'capacity.why.personOff', vars);
      return t(isRunning ? 'capacity.why.personOnNamed' : 'capacity.why.personOffNamed', vars);
    }
    case 'shift':
      return t(name ? 'capacity.why.shiftNamed' : 'capacity.why.shift', vars);
    case 'force_stop':
      return t(name ? 'capacity.why.forceStopNamed' : 'capacity.why.forceStop', vars);
    case 'maintenance':
      return t('capacity.why.maintenance', vars);
    case 'idle': {
      const pause = known.pauseAt ?? reasonUntil;
      if (!on) return t('capacity.why.idleOff', vars);
      return pause ? t('capacity.why.idleOn', { at: timeText('at', pause, words) }) : t('capacity.why.idleOnSoon');
    }
    case 'work':
      return reasonVars.due ? t('capacity.why.workDue', { at: timeText('at', reasonVars.due, words) }) : t('capacity.why.work');
    case 'unchanged':
      return t(on ? 'capacity.why.unchangedOn' : 'capacity.why.unchangedOff', vars);
    case 'budget':
      return t('capacity.why.budget', vars);
    // Their end isn't known before it comes.
    default:
      return t(`capacity.why.${reason}`);
  }
}

/** A size that was asked for alone: the sentence says why it is on or off. */
export const sizeText = ({ override }: Pick<Known, 'override'>, { t }: Pick<Words, 't'>): string | null =>
  override?.state === null && override.size ? t('capacity.override.size', { size: override.size }) : null;

/** What comes next, if that is known. */
export function nextText(known: Known, words: Words): string | null {
  const { t } = words;
  const { reason, reasonUntil, rules, nextBoundary, pauseAt } = known;
  if (isPending(known)) return null;
  if (isBehind(known)) return isOn(known) || isOver(known) ? null : reasonText(known, words);
  const boundary =
    nextBoundary && nextBoundary !== reasonUntil ? t('capacity.next.boundary', { at: timeText('at', nextBoundary, words) }) : null;
  if (reason === 'budget') return t('capacity.next.budget');
  if (isOn(known)) {
    if (pauseAt && reason !== 'idle') return t('capacity.next.pausesAt', { at: timeText('at', pauseAt, words) });
    if (reason === 'idle') return t('capacity.next.unlessUsed');
    if (reason === 'shift' && rules?.forceStop === 'S') return t('capacity.next.force');
    if (rules?.autoPause === 'S' && rules.idleMinutes) return t('capacity.next.idle', { count: rules.idleMinutes });
    return boundary;
  }
  if (!rules || !(reason === 'idle' || reason === 'unchanged' || reason === 'force_stop')) return boundary;
  const isOpen = rules.followShifts === 'N' || rules.wakeOutside === 'S';
  if (!isOpen) return reasonUntil ? t('capacity.next.closed') : boundary;
  return t(rules.wakeBy === 'flagged' ? 'capacity.next.wakeFlagged' : 'capacity.next.wakeEveryone');
}

const problems = {
  unauthorized: 'account',
  forbidden: 'rights',
  not_found: 'gone',
  conflict: 'busy',
  throttled: 'throttled',
  bad_request: 'refused',
  unavailable: 'down',
  timeout: 'down',
  account_disabled: 'disabled',
  stuck: 'stuck',
  flapping: 'flapping',
  failed: 'failed',
} as const satisfies Record<CapacityProblem, string>;
const isProblem = (code: string): code is CapacityProblem => Object.hasOwn(problems, code);

/** A problem in plain words: what happened, and what to do. */
export const problemText = (code: string, { t }: Pick<Words, 't'>): { title: string; text: string } => {
  const kind = isProblem(code) ? problems[code] : 'other';
  return { title: t(`capacity.problem.${kind}`), text: t(`capacity.problem.${kind}Do`, { code }) };
};
