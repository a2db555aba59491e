export type { StoredApp } from './app-codes.ts';
export { spendOf, type Use } from './give-factor.ts';
export { challengeFor, challengeOfTicket, counterOf, type StoredPasskey } from './passkeys.ts';
export { recordFactor, tooMany } from './pending.ts';
export { refuseStale } from './refuse-stale.ts';
