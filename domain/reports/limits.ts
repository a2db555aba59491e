/** How long a report counts as new, and as added lately. */
export const newForDays = 7;
/**
 * A token is given out while it has more than these of its minutes left. The viewer renews when 8 are left and so always gets a new one,
 * and 20 minutes of viewing under one identity cost one call of the service.
 */
export const leastTokenMinutes = 9;
export const tokenMinutes = 30;
