import { addOneUserGroup } from './add-group.ts';
import { addManyMembers } from './add-members.ts';
import { changeManyUserGroups } from './change-groups.ts';
import { duplicateOneUserGroup } from './duplicate-group.ts';
import { editOneUserGroup } from './edit-group.ts';
import { exportGroups } from './export-groups.ts';
import { exportGroupMembers } from './export-members.ts';
import { findMembersToAdd } from './find-members.ts';
import { findReportsForGroup } from './find-reports.ts';
import { giveManyReports } from './give-reports.ts';
import { readUserGroupHistory } from './history.ts';
import { findUserGroups } from './list-groups.ts';
import { findGroupMembers } from './list-members.ts';
import { findGivenReports } from './list-reports.ts';
import { readOneUserGroup } from './read-group.ts';
import { removeManyMembers } from './remove-members.ts';
import { takeManyReports } from './take-reports.ts';

export const routes = [
  findUserGroups,
  exportGroups,
  addOneUserGroup,
  changeManyUserGroups,
  findGroupMembers,
  exportGroupMembers,
  findMembersToAdd,
  addManyMembers,
  removeManyMembers,
  findGivenReports,
  findReportsForGroup,
  giveManyReports,
  takeManyReports,
  readOneUserGroup,
  editOneUserGroup,
  duplicateOneUserGroup,
  readUserGroupHistory,
];
