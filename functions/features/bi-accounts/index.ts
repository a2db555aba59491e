export { a as accounts } from './account-rows.ts';
export { type AccountViewer, accountVisible, getAccountViewer } from './account-visible.ts';
export { findAccount, getProvider, openUsable, storedAccounts } from './open-account.ts';
export { sealedAccount } from './sealed-account.ts';
export { orRefused } from './service-words.ts';
