import { useWho } from './session.ts';
import { useConfig } from './use-config.ts';

/** The zone in which days and times are written: the unit's, as the configuration or the session has it; the browser's own until it is known. */
export function useZone(): string {
  const { timezone } = useConfig();
  const who = useWho();
  return timezone || who?.user.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
