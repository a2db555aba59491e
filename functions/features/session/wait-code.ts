const form = /^wait-(\d{1,4})-+$/;

/** A code for the return page that belongs to no sign-in: it says how long an address has to wait, and nothing is stored for it. */
export const waitCode = (seconds: number): string => `wait-${Math.min(seconds, 9999)}-`.padEnd(43, '-');

/** The seconds in such a code; null for any other. */
export function waitIn(code: string): number | null {
  const seconds = form.exec(code)?.[1];
  return seconds ? Number(seconds) : null;
}
