/**
 * An instant as Postgres writes it into jsonb: `2027-01-01T00:00:00.12+00:00`. Takes what the database returns (microseconds stay), or what
 * `toISOString` gives.
 */
export const recordedInstant = (at: string): string => at.replace(' ', 'T').replace(/\+00$|\.?0*Z$/, '+00:00');
