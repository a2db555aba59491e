export type { StoredApp } from './app-codes.ts';
export { findUse, type Use } from './give-factor.ts';
export { challengeFor, challengeOfTicket, getCounter, type StoredPasskey } from './passkeys.ts';
export { recordFactor, tooMany } from './pending.ts';
export { refuseStale } from './refuse-stale.ts';
