import { addOneParty } from './add-party.ts';
import { changeOneParty } from './change-party.ts';
import { editOneParty } from './edit-party.ts';
import { exportAllParties } from './export-parties.ts';
import { readPartyHistory } from './history.ts';
import { findParties } from './list-parties.ts';
import { readOneParty } from './read-party.ts';

export const routes = [findParties, exportAllParties, addOneParty, readOneParty, editOneParty, changeOneParty, readPartyHistory];
