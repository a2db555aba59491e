import { takeAnswer } from './answer.ts';
import { exportSamlAsFile, findCompanies, findSaml } from './list.ts';
import { logoutDoors } from './logout.ts';
import { giveMetadata } from './own-metadata.ts';
import { readProvider } from './provider.ts';
import { readOneSaml, readSamlHistory } from './read.ts';
import { readTest, startLogin, startTest } from './start.ts';
import { addOneSaml, editOneSaml, removeSaml, switchSaml } from './write.ts';

export const routes = [
  startLogin,
  findSaml,
  exportSamlAsFile,
  findCompanies,
  addOneSaml,
  editOneSaml,
  switchSaml,
  removeSaml,
  readProvider,
  startTest,
  readTest,
  readOneSaml,
  readSamlHistory,
  // The endpoints that identity providers call.
  takeAnswer,
  giveMetadata,
  ...logoutDoors,
];
