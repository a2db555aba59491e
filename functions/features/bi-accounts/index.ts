export { a as accounts } from './account-rows.ts';
export { type AccountViewer, accountViewerOf, accountVisible } from './account-visible.ts';
export { findAccount, openUsable, providerOf, storedAccounts } from './open-account.ts';
export { sealedAccount } from './sealed-account.ts';
export { orRefused } from './service-words.ts';
