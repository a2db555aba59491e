import { useConfig } from './use-config.ts';

/** The zone in which days and times are written: the person's, or the browser's own until it is known. */
export function useZone(): string {
  return useConfig().timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
