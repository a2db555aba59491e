/** How long a report counts as new, and as recently added. */
export const newForDays = 7;
/**
 * A token is reused while more than this many of its minutes are left. The viewer renews when 8 are left and so always gets a new one, and
 * 20 minutes of viewing under one identity cost one call of the service.
 */
export const leastTokenMinutes = 9;
export const tokenMinutes = 30;
/** What home calls most used: the latest visits within these days, at most so many. */
export const mostUsed = { days: 30, visits: 1000 } as const;
/** How many of a user's latest visits home looks through for the last opened. */
export const latestVisits = 200;
/** How many reports of those are looked up; some may no longer be visible. */
export const maxCandidates = 20;
