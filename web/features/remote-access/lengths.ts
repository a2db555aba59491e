import { visitMinutes } from '../../../domain/remote-access/limits.ts';
import type { Translate } from '../../i18n.ts';

/** The durations the approver can choose from: the requested one, and shorter ones. */
export const lengthsUpTo = (most: number): number[] =>
  [...new Set([visitMinutes.least, 10, 15, 30, 45, 60, 90, 120, 240, most])].filter((minutes) => minutes <= most).sort((a, b) => a - b);

/** `45 minutes`, and whole hours from two hours on. */
export const lengthInWords = (t: Translate, minutes: number): string =>
  minutes >= 120 && minutes % 60 === 0 ? t('remote.hours', { count: minutes / 60 }) : t('remote.minutes', { count: minutes });
