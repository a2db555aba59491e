import { hoursOpen } from '../users/access-hours.ts';

/** When the service loads a report's data by itself: at these times of these days (1 is Monday) of a zone. */
export type LoadSchedule = { days: number[]; times: string[]; zone: string };

/** The schedule as stored: when it was read, and null where the service has none or one that the product can't read. */
export type KeptSchedule = { at: string; schedule: LoadSchedule | null };

/** A schedule seldom changes: it is read at most this many times a day. */
const readAgainMs = 6 * 60 * 60 * 1000;
export const mustReadSchedule = (kept: KeptSchedule | null, now: number): boolean => !kept || now - Date.parse(kept.at) >= readAgainMs;

/** When the data is loaded next, by the stored schedule. */
export function nextLoad(kept: KeptSchedule | null, now: Date): string | null {
  const schedule = kept?.schedule;
  if (!schedule) return null;
  const { days, times, zone } = schedule;
  return (
    hoursOpen(
      times.map((from) => ({ days, from, to: from })),
      now,
      zone,
    )?.toISOString() ?? null
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

// The service uses Windows zone names (CLDR windowsZones); an unlisted zone has no known next load.
const zones: Record<string, string> = {
  UTC: 'UTC',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Azores Standard Time': 'Atlantic/Azores',
  'Cape Verde Standard Time': 'Atlantic/Cape_Verde',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Bahia Standard Time': 'America/Bahia',
  'SA Eastern Standard Time': 'America/Cayenne',
  'Tocantins Standard Time': 'America/Araguaina',
  'Central Brazilian Standard Time': 'America/Cuiaba',
  'SA Western Standard Time': 'America/La_Paz',
  'SA Pacific Standard Time': 'America/Bogota',
  'Argentina Standard Time': 'America/Buenos_Aires',
  'Montevideo Standard Time': 'America/Montevideo',
  'Paraguay Standard Time': 'America/Asuncion',
  'Pacific SA Standard Time': 'America/Santiago',
  'Venezuela Standard Time': 'America/Caracas',
  'Central America Standard Time': 'America/Guatemala',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Atlantic Standard Time': 'America/Halifax',
};

type Told = { enabled?: unknown; days?: unknown; times?: unknown; localTimeZoneId?: unknown };
const getTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);

/** The service's schedule in the portal's form; null where it is off, empty or not understood. No days mean every day. */
export function getSchedule({ enabled, days, times, localTimeZoneId }: Told): LoadSchedule | null {
  const zone = zones[String(localTimeZoneId)];
  const clock = getTexts(times).filter((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
  const named = getTexts(days).map((day) => weekdays.indexOf(day) + 1);
  if (enabled !== true || !zone || clock.length === 0 || named.includes(0)) return null;
  return { days: named.length > 0 ? named : [1, 2, 3, 4, 5, 6, 7], times: clock, zone };
}
