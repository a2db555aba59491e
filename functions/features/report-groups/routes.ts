import { addOneGroup } from './add-group.ts';
import { changeManyGroups } from './change-groups.ts';
import { editOneGroup } from './edit-group.ts';
import { exportAsCsv } from './export-groups.ts';
import { findPeople } from './find-viewers.ts';
import { readHistory } from './history.ts';
import { findGroups } from './list-groups.ts';
import { sortGroups } from './order-groups.ts';
import { readOneGroup } from './read-group.ts';

export const routes = [
  findGroups,
  exportAsCsv,
  findPeople,
  sortGroups,
  addOneGroup,
  changeManyGroups,
  readOneGroup,
  editOneGroup,
  readHistory,
];
