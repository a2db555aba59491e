export { type AccountViewer, accountViewerOf, accountVisible } from './account-visible.ts';
export { findAccount, oneAccount, openAccount, openUsable, providerOf, type StoredAccount } from './open-account.ts';
export { sealedAccount } from './sealed-account.ts';
export { orRefused } from './service-words.ts';
