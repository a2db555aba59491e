import { addOneUser } from './add-user.ts';
import { changeManyUsers } from './change-users.ts';
import { readChoices } from './choices.ts';
import { duplicateOneUser } from './duplicate-user.ts';
import { editOneUser } from './edit-user.ts';
import { exportManyUsers } from './export-users.ts';
import { exportHistory, readHistory } from './history.ts';
import { endSessions, inviteOneUser } from './invite-user.ts';
import { findUsers } from './list-users.ts';
import { readProfile, saveProfile } from './own-profile.ts';
import { dropOwnPicture, dropPicture, storeOwnPicture, storePicture } from './picture.ts';
import { readOneUser } from './read-user.ts';
import { removeOneUser, restoreOneUser } from './remove-user.ts';
import { setStatus } from './set-status.ts';
import { unlockOneUser } from './unlock-user.ts';

export const routes = [
  findUsers,
  exportManyUsers,
  readChoices,
  changeManyUsers,
  addOneUser,
  readHistory,
  exportHistory,
  readOneUser,
  editOneUser,
  setStatus,
  duplicateOneUser,
  removeOneUser,
  restoreOneUser,
  inviteOneUser,
  endSessions,
  unlockOneUser,
  storePicture,
  dropPicture,
  readProfile,
  saveProfile,
  storeOwnPicture,
  dropOwnPicture,
];
