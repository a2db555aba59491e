export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The part of the day of an hour; until five in the morning it is still evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

export type HomeNews = { key: 'updated' | 'added' | 'total' | 'none'; count: number };

/** The one useful sentence of the greeting: updated reports first, then new ones, then the total. */
export function getNews(counts: { reports: number; updatedToday: number; addedThisWeek: number }): HomeNews {
  if (counts.updatedToday > 0) return { key: 'updated', count: counts.updatedToday };
  if (counts.addedThisWeek > 0) return { key: 'added', count: counts.addedThisWeek };
  return counts.reports > 0 ? { key: 'total', count: counts.reports } : { key: 'none', count: 0 };
}

/** Writes small numbers as words, as far as the language's list has them. */
export function countInWords(count: number, words: string): string {
  return words.split('|')[count - 1] || String(count);
}

/** The first word of the full name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
