export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The part of the day that a clock's hour belongs to; the night up to five still says good evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

export type HomeNews = { key: 'updated' | 'added' | 'total' | 'none'; count: number };

/** The one useful sentence of the greeting: fresh data first, then what is new, then how much there is. */
export function newsOf(counts: { reports: number; updatedToday: number; addedThisWeek: number }): HomeNews {
  if (counts.updatedToday > 0) return { key: 'updated', count: counts.updatedToday };
  if (counts.addedThisWeek > 0) return { key: 'added', count: counts.addedThisWeek };
  return counts.reports > 0 ? { key: 'total', count: counts.reports } : { key: 'none', count: 0 };
}

/** Writes a count as a running text does: small numbers in words, when the language's list has the word. */
export function countInWords(count: number, words: string): string {
  return words.split('|')[count - 1] || String(count);
}

/** The name to greet someone by: the first word of the full name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
