/** How long a report counts as new, and as recently added. */
export const newForDays = 7;
/**
 * A token is reused while more than this many of its minutes are left. The viewer renews when 8 are left and so always gets a new one, and
 * 20 minutes of viewing under one identity cost one call of the service.
 */
export const leastTokenMinutes = 9;
export const tokenMinutes = 30;
