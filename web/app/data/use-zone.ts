import { useWho } from '../session/session.ts';
import { useConfig } from './use-config.ts';

/** The time zone for days and times: the unit's, from configuration or session; the browser's until it is known. */
export function useZone(): string {
  const { timezone } = useConfig();
  const who = useWho();
  return timezone || who?.user.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
