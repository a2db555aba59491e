import { formatDate, formatTime, wallClock } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { TextKey } from '../../i18n.ts';

export type Clock = { language: Language; zone: string; now: Date };
export type DataWords = { tone: 'ok' | 'warn' | 'err'; key: TextKey; vars: { when: string } };

type Data = Pick<ReportCard, 'freshness' | 'dataAt'>;
const tones = { fresh: 'ok', late: 'warn', failed: 'err', unknown: 'warn' } as const;

export const when = (at: string, { language, now, zone }: Clock): string => formatWhen(language, new Date(at), now, zone);

/** The age of a report's data, on cards and in lists; null when its data time is unknown. */
export function dataWords({ freshness, dataAt }: Data, clock: Clock): DataWords | null {
  if (!dataAt) return freshness === 'failed' ? { tone: 'err', key: 'reports.data.never', vars: { when: '' } } : null;
  const key = freshness === 'failed' ? 'reports.data.failed' : freshness === 'late' ? 'reports.data.late' : 'reports.data.fresh';
  return { tone: tones[freshness], key, vars: { when: when(dataAt, clock) } };
}

const hour = 3_600_000;

/** The same for the viewer's foot, which reads "data from today, 06:10" after the first hour. */
export function footWords({ freshness, dataAt }: Data, clock: Clock): DataWords | null {
  if (!dataAt) return null;
  const recent = clock.now.getTime() - Date.parse(dataAt) < hour;
  const key = freshness === 'failed' ? 'reports.viewer.lastFailed' : recent ? 'reports.data.fresh' : 'reports.viewer.dataAt';
  return { tone: tones[freshness], key, vars: { when: when(dataAt, clock) } };
}

/** The end of a period: only the time if it is today, with the date otherwise. */
export function untilWords(at: string, { language, zone, now }: Clock): string {
  const end = new Date(at);
  const [ends, today] = [wallClock(end, zone), wallClock(now, zone)];
  const sameDay = ends.year === today.year && ends.month === today.month && ends.day === today.day;
  const time = formatTime(language, end, zone);
  return sameDay ? time : `${formatDate(language, end, zone)} ${time}`;
}
