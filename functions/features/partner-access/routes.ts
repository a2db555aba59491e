import { leaveUnit } from './back.ts';
import { changeRelation, readRelations } from './relations.ts';
import { enterAllowedUnit, switchAtOnce, switchToAdmin } from './switch.ts';
import { findEnterable, findUnitPeople } from './units.ts';

export const routes = [
  switchToAdmin,
  switchAtOnce,
  enterAllowedUnit,
  leaveUnit,
  findEnterable,
  findUnitPeople,
  readRelations,
  changeRelation,
];
