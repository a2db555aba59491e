/** Seconds from `iat` to `exp` that a token may live, and how far the clock of who made it may run ahead. */
export const longestLife = 600;
export const clockAhead = 60;
/** Hours after which an embedded page must be let in anew. */
export const longestHours = 8;
export const mostKeys = 10;
export const mostOrigins = 20;
export const longestKeyName = 60;
export const longestToken = 8_000;
