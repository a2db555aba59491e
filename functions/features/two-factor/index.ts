import { confirmOwnFactor, removeOwnFactor, renameOwnFactor, renewOwnCodes } from './change-factors.ts';
import { readFactorPage } from './factor-page.ts';
import { giveFactor } from './give-factor.ts';
import { addOwnApp, startOwnApp } from './own-app.ts';
import { addOwnPasskey, startOwnPasskey } from './own-passkey.ts';
import { offerPasskey, signInWithPasskey } from './passkey-sign-in.ts';
import { readUserFactors, resetUserFactors } from './person-factors.ts';
import { readOwnFactors } from './read-factors.ts';

export { refuseStale } from './refuse-stale.ts';

export const twoFactorRoutes = [
  readFactorPage,
  giveFactor,
  offerPasskey,
  signInWithPasskey,
  readOwnFactors,
  startOwnApp,
  confirmOwnFactor,
  addOwnApp,
  startOwnPasskey,
  addOwnPasskey,
  renameOwnFactor,
  removeOwnFactor,
  renewOwnCodes,
  readUserFactors,
  resetUserFactors,
];
