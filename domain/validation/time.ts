/** A wall-clock time without a zone. */
export type Clock = { hours: number; minutes: number; seconds: number };

const SHORT = /^([01]\d|2[0-3]):([0-5]\d)$/;
const FULL = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** Whether a text is `HH:mm`, 00:00–23:59 (Spec 5). */
export function isTime(text: string): boolean {
  return SHORT.test(text);
}

/** Whether a text is `HH:mm:ss` (Spec 5, full time). */
export function isFullTime(text: string): boolean {
  return FULL.test(text);
}

/** Reads `HH:mm` or `HH:mm:ss`; null for anything else. */
export function parseTime(text: string): Clock | null {
  const match = FULL.exec(text) ?? SHORT.exec(text);
  return match && { hours: Number(match[1]), minutes: Number(match[2]), seconds: Number(match[3] ?? 0) };
}

/** The minutes since midnight of a valid `HH:mm`. */
export const getMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
