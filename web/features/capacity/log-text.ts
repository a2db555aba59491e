import { formatList, formatPercent } from '../../../domain/format/number.ts';
import type { Tone } from '../../ui/Badge.tsx';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconCheck,
  IconExternalLink,
  IconEye,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceipt2,
} from '../../ui/icons.ts';
import type { LogEntry } from './types.ts';
import { problemText, type Words } from './why-text.ts';

/** What the log says of one entry. */
type Said = { icon: Icon; tone: Tone; title: string; cause: string };

/** Sizes are a letter and a number: F8 is larger than F4. */
const weight = (size: string) => Number(/\d+/.exec(size)?.[0] ?? 0);

const causes = ['budget', 'maintenance', 'shift', 'work', 'force_stop', 'waiters', 'viewers', 'idle', 'external'] as const;
// Because includes wants its own type.
const isCause = (cause: string): cause is (typeof causes)[number] => (causes as readonly string[]).includes(cause);

/** The cause of a change in words. Names of other units' tasks and people are not in it. */
function causeText({ cause, vars, by, what, isOn }: LogEntry, words: Words): string {
  const { t } = words;
  const name = vars.shift ?? vars.task ?? vars.name ?? '';
  const person = by ?? vars.person ?? '';
  if (what === 'problem') return problemText(cause, words).title;
  if (cause === 'override' && vars.by === 'task') return t(name ? 'capacity.cause.taskNamed' : 'capacity.cause.task', { name });
  if (cause === 'override') return person ? t('capacity.cause.person', { name: person }) : t('capacity.cause.hand');
  if (cause === 'shift') return t(name ? 'capacity.cause.shiftNamed' : 'capacity.cause.shift', { name });
  if (cause === 'idle') return vars.minutes ? t('capacity.cause.idleMinutes', { count: Number(vars.minutes) }) : t('capacity.cause.idle');
  if (cause === 'waiters')
    return vars.waiters ? t('capacity.cause.waitersCount', { count: Number(vars.waiters) }) : t('capacity.cause.waiters');
  if (cause === 'viewers')
    return vars.viewers ? t('capacity.cause.viewersCount', { count: Number(vars.viewers) }) : t('capacity.cause.viewers');
  if (cause === 'work' && vars.due) return t('capacity.cause.workDue');
  if (cause === 'unchanged') return t(isOn === 'S' ? 'capacity.cause.noRule' : 'capacity.cause.noNeed');
  return isCause(cause) ? t(`capacity.cause.${cause}`) : person ? t('capacity.cause.person', { name: person }) : '';
}

/** What ran when a pause by hand was refused; numbers only, and what isn't known where there are none. */
function runningText({ vars }: LogEntry, { t, language }: Words): string {
  const count = (name: string) => Number(vars[name]) || 0;
  const parts = [
    count('refreshes') > 0 && t('capacity.pause.refreshes', { count: count('refreshes') }),
    count('exports') > 0 && t('capacity.pause.exports', { count: count('exports') }),
    count('viewers') > 0 && t('capacity.log.refusedViewers', { count: count('viewers') }),
  ].filter((part): part is string => part !== false);
  if (parts.length > 0) return formatList(language, parts);
  return t(vars.refreshes === 'unknown' ? 'capacity.log.refusedUnknown' : 'capacity.log.refusedWork');
}

/** The icon and the words of an entry; `before` is the size before it, where that is known. */
export function logText(entry: LogEntry, before: string | null, words: Words): Said {
  const { t, language } = words;
  const { what, size, isOn, vars, by } = entry;
  const cause = causeText(entry, words);
  switch (what) {
    case 'on':
      return { icon: IconPlayerPlay, tone: 'info', title: t('capacity.log.on', { size }), cause };
    case 'off':
      return { icon: IconPlayerPause, tone: 'neutral', title: t('capacity.log.off'), cause };
    case 'size': {
      const from = vars.from ?? before;
      if (!from || from === size) return { icon: IconArrowUp, tone: 'info', title: t('capacity.log.size', { size }), cause };
      const isUp = weight(size) > weight(from);
      const title = t(isUp ? 'capacity.log.up' : 'capacity.log.down', { from, size });
      return { icon: isUp ? IconArrowUp : IconArrowDown, tone: 'info', title, cause };
    }
    case 'kept':
      return entry.cause === 'viewers' || entry.cause === 'work'
        ? { icon: IconEye, tone: 'warn', title: t('capacity.log.kept'), cause }
        : { icon: IconCheck, tone: 'ok', title: t('capacity.log.kept'), cause };
    case 'pause_refused': {
      const running = runningText(entry, words);
      const text = by ? t('capacity.log.refusedBy', { name: by, running }) : running;
      return { icon: IconBan, tone: 'warn', title: t('capacity.log.refused'), cause: text };
    }
    case 'external':
      return {
        ...{ icon: IconExternalLink, tone: 'warn' },
        title: isOn === 'S' ? t('capacity.log.externalOn', { size }) : t('capacity.log.externalOff'),
        cause: t('capacity.cause.external'),
      };
    case 'problem':
      return { icon: IconAlertTriangle, tone: 'err', title: t('capacity.log.problem'), cause };
    case 'budget': {
      const share = Number(vars.share ?? vars.percent);
      const percent = Number.isFinite(share) ? formatPercent(language, share / 100, 0) : '';
      return {
        icon: IconReceipt2,
        tone: 'warn',
        title: t('capacity.log.budget'),
        cause: percent && t('capacity.money.ofBudget', { percent }),
      };
    }
    case 'rules':
      return {
        icon: IconPencil,
        tone: 'neutral',
        title: t('capacity.log.rules'),
        cause: by ? t('capacity.cause.person', { name: by }) : '',
      };
    case 'owner':
      return { icon: IconKey, tone: 'neutral', title: t('capacity.log.owner'), cause: by ? t('capacity.cause.person', { name: by }) : '' };
  }
}
