import type { TriggerFields } from '../../../domain/automatic-actions/contract.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { getMinutes } from '../../../domain/validation/time.ts';
import { workdays } from './when-words.ts';

export type TriggerProblem = 'date' | 'days' | 'times' | 'period';

/** What most tasks want: weekdays at six. */
export const usualTrigger: TriggerFields = {
  frequency: 'weekly',
  date: null,
  days: [...workdays],
  monthDay: null,
  shortMonth: 'last',
  businessDay: 'none',
  onHoliday: 'run',
  times: ['06:00'],
  everyMinutes: null,
  from: null,
  until: null,
};

/** The trigger with another frequency: what this one needs is filled with what is usual, the rest is emptied. */
export const withFrequency = (trigger: TriggerFields, frequency: TriggerFields['frequency'], today: string): TriggerFields => ({
  ...trigger,
  frequency,
  date: frequency === 'once' ? (trigger.date ?? today) : null,
  days: frequency === 'weekly' ? (trigger.days.length > 0 ? trigger.days : [...workdays]) : [],
  monthDay: frequency === 'monthly' ? (trigger.monthDay ?? 1) : null,
  businessDay: frequency === 'monthly' ? trigger.businessDay : 'none',
  onHoliday: frequency === 'once' ? 'run' : trigger.onHoliday,
  ...(frequency === 'once' && trigger.everyMinutes !== null && { everyMinutes: null, from: null, until: null, times: ['06:00'] }),
});

/** The trigger with set times, or with a period: every so many minutes between two times. */
export const withPeriod = (trigger: TriggerFields, isPeriod: boolean): TriggerFields =>
  isPeriod
    ? { ...trigger, times: [], everyMinutes: 30, from: '06:00', until: '20:00' }
    : { ...trigger, times: ['06:00'], everyMinutes: null, from: null, until: null };

/** What is missing in a trigger. */
export function triggerProblem({ frequency, date, days, times, everyMinutes, from, until }: TriggerFields): TriggerProblem | null {
  if (frequency === 'once' && !date) return 'date';
  if (frequency === 'weekly' && days.length === 0) return 'days';
  if (everyMinutes === null) return times.length === 0 || times.some((time) => !time) ? 'times' : null;
  const isRange = from !== null && until !== null && getMinutes(from) < getMinutes(until);
  return isRange && everyMinutes >= taskLimits.everyMinutes ? null : 'period';
}

/** The trigger as it is sent: each time once, in order. */
export const sentTrigger = (trigger: TriggerFields): TriggerFields => ({ ...trigger, times: [...new Set(trigger.times)].sort() });
