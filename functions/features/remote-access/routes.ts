import { endOwnActing, noteOpenedPage } from './act-as.ts';
import { askToEnter, lookAs } from './ask.ts';
import { readOwnConsent, saveOwnConsent } from './consent.ts';
import { decideRequest } from './decide.ts';
import { findPeopleToEnter } from './find-people.ts';
import { exportRemoteAsCsv, findRemote, readOneRemote } from './list.ts';
import { readRemoteStatus } from './read-status.ts';
import { cancelOwnWait, enterAllowed, readOwnWait } from './wait.ts';

export const routes = [
  endOwnActing,
  noteOpenedPage,
  readOwnWait,
  cancelOwnWait,
  enterAllowed,
  readRemoteStatus,
  askToEnter,
  lookAs,
  findPeopleToEnter,
  exportRemoteAsCsv,
  findRemote,
  readOneRemote,
  decideRequest,
  readOwnConsent,
  saveOwnConsent,
];
