import { formatDate, formatLongDay } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';

export type Day<T> = { key: string; title: string; items: T[] };
type Words = { language: Language; zone: string; now: Date; today: string; yesterday: string };

const dayMs = 24 * 60 * 60 * 1000;

/** Groups items, newest first, by day in the reader's time zone: today, yesterday, then the date in words. */
export function byDay<T extends { at: string }>(items: readonly T[], { language, zone, now, today, yesterday }: Words): Day<T>[] {
  const days: Day<T>[] = [];
  const [todayKey, yesterdayKey] = [formatDate(language, now, zone), formatDate(language, new Date(now.getTime() - dayMs), zone)];
  for (const item of items) {
    const at = new Date(item.at);
    const key = formatDate(language, at, zone);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else {
      const title = key === todayKey ? today : key === yesterdayKey ? yesterday : formatLongDay(language, at, zone);
      days.push({ key, title, items: [item] });
    }
  }
  return days;
}
