import { removeOwnFactor, renameOwnFactor, renewOwnCodes } from './change-factors.ts';
import { askOwnPasskey, confirmOwnFactor } from './confirm-factor.ts';
import { readFactorLink, useFactorLink } from './factor-link.ts';
import { readFactorPage } from './factor-page.ts';
import { forgetOwnDevices } from './forget-devices.ts';
import { giveFactor } from './give-factor.ts';
import { helpWithFactor, mailCode } from './mailed-code.ts';
import { addOwnApp, startOwnApp } from './own-app.ts';
import { addOwnPasskey, startOwnPasskey } from './own-passkey.ts';
import { offerPasskey, signInWithPasskey } from './passkey-sign-in.ts';
import { readUserFactors, resetUserFactors } from './person-factors.ts';
import { proveOwnAccount, readProofOptions } from './prove-account.ts';
import { readOwnFactors } from './read-factors.ts';
import { readmit, release } from './readmit.ts';

export const routes = [
  readFactorPage,
  giveFactor,
  helpWithFactor,
  readFactorLink,
  useFactorLink,
  mailCode,
  readmit,
  release,
  offerPasskey,
  signInWithPasskey,
  readOwnFactors,
  startOwnApp,
  confirmOwnFactor,
  addOwnApp,
  startOwnPasskey,
  addOwnPasskey,
  askOwnPasskey,
  renameOwnFactor,
  removeOwnFactor,
  renewOwnCodes,
  forgetOwnDevices,
  readProofOptions,
  proveOwnAccount,
  readUserFactors,
  resetUserFactors,
];
