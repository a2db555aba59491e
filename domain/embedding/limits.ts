/** The longest life of a token, `iat` to `exp` in seconds, and how far the issuer's clock may run ahead. */
export const longestLife = 600;
export const clockAhead = 60;
/** Hours after which an embedded page needs a new token. */
export const longestHours = 8;
export const maxKeys = 10;
export const maxOrigins = 20;
export const longestKeyName = 60;
export const longestToken = 8_000;
