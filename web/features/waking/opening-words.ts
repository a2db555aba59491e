import { formatDate, formatTime, wallClock } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';

const dayMs = 86_400_000;
const getDay = (at: Date, zone: string): number => {
  const { year, month, day } = wallClock(at, zone);
  return Date.UTC(year, month - 1, day) / dayMs;
};

/** When reports open: the time, and the day where it isn't today; a weekday within a week. */
export function openingWords(opensAt: string, now: Date, { language, zone }: { language: Language; zone: string }) {
  const at = new Date(opensAt);
  const days = getDay(at, zone) - getDay(now, zone);
  const weekday = () => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: zone }).format(at);
  return { time: formatTime(language, at, zone), day: days === 0 ? null : days < 7 ? weekday() : formatDate(language, at, zone) };
}
