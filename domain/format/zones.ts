/** Minutes ahead of UTC in a zone at an instant. */
export function offsetMinutes(zone: string, now: number): number {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return found[1] === '-' ? -minutes : minutes;
}

/** The zones that the runtime knows, UTC first. */
export const zoneNames = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Whether the runtime knows a zone of this name. */
export const isZone = (name: string): boolean => zoneNames().includes(name);
