// What Postgres writes of an instant in UTC: 2026-11-23 10:00:00.123456+00, with as many digits of a second as it has.
const written = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** An instant as the contract has it (2026-11-23T10:00:00.123Z), from what the database wrote. A list has a hundred: no Date is made. */
export function toIso(instant: string): string {
  const parts = written.exec(instant);
  if (!parts) return new Date(instant).toISOString();
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** The same where there may be none. */
export const isoOrNull = (instant: string | null): string | null => (instant ? toIso(instant) : null);
