/** How many resources one answer carries: as many as were asked for, up to the most. */
export const defaultCount = 100;
export const mostResults = 200;
/** A filter's length and how deep it may nest. */
export const maxFilterLength = 2_048;
export const maxFilterDepth = 10;
export const maxBodyBytes = 1_048_576;
export const maxBodyDepth = 12;
export const mostOperations = 1_000;
export const mostBulkOperations = 1_000;
export const maxNameLength = 254;
export const maxExternalIdLength = 512;
/** What an index compares by, after folding: three bytes for each sign at most, and a row of an index has 2,704. */
export const maxKeyLength = 800;
export const maxTextLength = 4_096;
export const maxBinaryLength = 65_536;
export const mostValues = 200;
/** Requests that one tenant sends in ten seconds, for each place that serves it. */
export const mostRequests = 6_000;
export const requestWindowMs = 10_000;
/** Tokens at work at the same time, so that one can follow the other without a gap. */
export const mostTokens = 2;
export const maxTokenNameLength = 80;
/** How long administrators are not told again of the same refusal. */
export const alarmHours = 24;
export const maxLoggedDetail = 500;
/** Days of refusals that the overview of the connection counts. */
export const refusalDays = 7;
/** Days that the log of provisioning is kept. */
export const logDays = 90;
export const tokenPrefix = 'mscim_';
export const shownTokenSigns = 12;
export const logSorts = ['at'] as const;
export const logViews = ['all', 'ok', 'error'] as const;
export type LogView = (typeof logViews)[number];
export const groupSorts = ['name', 'members'] as const;
/** How long a new token works. */
export const tokenLives = ['d90', 'd365', 'never'] as const;
export type TokenLife = (typeof tokenLives)[number];
export const tokenDays: Record<TokenLife, number | null> = { d90: 90, d365: 365, never: null };
