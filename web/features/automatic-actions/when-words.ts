import type { TriggerFields } from '../../../domain/automatic-actions/contract.ts';
import { type Weekday, weekdayShort } from '../../../domain/format/calendar.ts';
import { clockWords, formatClock } from '../../../domain/format/clock.ts';
import { formatIsoDay } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { TextKey, Translate } from '../../i18n.ts';
import { zoneTime } from './zone-city.ts';

/** The days of a week as they are shown, Monday first. */
export const weekOrder = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const satisfies Weekday[];
export const workdays: readonly Weekday[] = weekOrder.slice(0, 5);

export const inWeekOrder = (days: readonly Weekday[]): Weekday[] => weekOrder.filter((day) => days.includes(day));
const isSet = (days: readonly Weekday[], wanted: readonly Weekday[]) =>
  days.length === wanted.length && wanted.every((day) => days.includes(day));

/** The days of a week in words: "Weekdays", "Mondays", "mon, wed". */
function daysWords(days: readonly Weekday[], t: Translate, language: Language): string {
  const [only, ...others] = inWeekOrder(days);
  if (!only) return '–';
  if (days.length === 7) return t('actions.days.every');
  if (isSet(days, workdays)) return t('actions.days.workdays');
  if (isSet(days, ['SATURDAY', 'SUNDAY'])) return t('actions.days.weekend');
  if (others.length === 0) return t(`actions.days.${only}`);
  return [only, ...others].map((day) => weekdayShort(language, day)).join(', ');
}

const lastOfMonth = 31;

function monthWords({ monthDay, shortMonth, businessDay }: TriggerFields, t: Translate): string {
  const day = monthDay ?? 1;
  const isLast = day === lastOfMonth && shortMonth === 'last';
  if (isLast && businessDay === 'previous') return t('actions.month.lastBusiness');
  const name = isLast ? t('actions.month.last') : t(day === 1 ? 'actions.month.first' : 'actions.month.day', { day });
  if (businessDay === 'none') return name;
  return t(businessDay === 'next' ? 'actions.month.orNext' : 'actions.month.orPrevious', { day: name });
}

function dayWords(trigger: TriggerFields, t: Translate, language: Language): string {
  if (trigger.frequency === 'once') return formatIsoDay(language, trigger.date ?? '');
  if (trigger.frequency === 'weekly') return daysWords(trigger.days, t, language);
  return trigger.frequency === 'monthly' ? monthWords(trigger, t) : t('actions.days.every');
}

const stepKey = (minutes: number): { key: TextKey; count: number } =>
  minutes % 60 === 0 ? { key: 'actions.every.hours', count: minutes / 60 } : { key: 'actions.every.minutes', count: minutes };

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** One trigger in words: "Weekdays, 7:30 AM", "Every 30 min, 6:00 AM to 8:00 PM", "Last business day, 6:00 PM". */
export function triggerWords(trigger: TriggerFields, t: Translate, language: Language): string {
  const day = dayWords(trigger, t, language);
  const skips = trigger.onHoliday === 'skip' && trigger.frequency !== 'once' ? [t('actions.month.noHolidays')] : [];
  if (trigger.everyMinutes === null)
    return capital([[day, trigger.times.map((time) => formatClock(language, time)).join(' · ')].join(', '), ...skips].join(', '));
  const { key, count } = stepKey(trigger.everyMinutes);
  const span = t('actions.span', {
    from: clockWords(language, trigger.from ?? '00:00'),
    until: clockWords(language, trigger.until ?? '23:59'),
  });
  const isDaily = trigger.frequency === 'daily';
  return capital([...(isDaily ? [] : [day]), t(key, { count }), span, ...skips].join(', '));
}

/** A task's triggers in words, with the city of its clock where that isn't the unit's. */
export function whenWords(triggers: readonly TriggerFields[], t: Translate, language: Language, zone: string | null = null): string {
  const words = triggers.map((trigger) => triggerWords(trigger, t, language)).join('; ');
  return zone === null ? words : `${words} (${zoneTime(zone, t, language)})`;
}
