/** How many resources one answer carries: the requested number, up to the maximum. */
export const defaultCount = 100;
export const mostResults = 200;
/** The longest filter, and its deepest nesting. */
export const maxFilterLength = 2_048;
export const maxFilterDepth = 10;
export const maxBodyBytes = 1_048_576;
export const maxBodyDepth = 12;
export const maxOperations = 1_000;
export const maxBulkOperations = 1_000;
export const maxNameLength = 254;
export const maxExternalIdLength = 512;
/** The longest text that an index compares, after folding: up to three bytes per character, and an index row has 2,704. */
export const maxKeyLength = 800;
export const maxTextLength = 4_096;
export const maxBinaryLength = 65_536;
export const maxValues = 200;
/** Requests of one tenant in ten seconds, for each location that serves it. */
export const maxRequests = 6_000;
export const requestWindowMs = 10_000;
/** Tokens valid at the same time, so that one can replace the other without a gap. */
export const maxTokens = 2;
export const maxTokenNameLength = 80;
/** How long administrators aren't notified again of the same refusal. */
export const alarmHours = 24;
export const maxLoggedDetail = 500;
/** Days of refusals that the connection's overview counts. */
export const refusalDays = 7;
/** Days that the provisioning log is kept. */
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
/** Unknown members that a refusal names. */
export const namedStrangers = 5;
