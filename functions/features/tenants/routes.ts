import { addOneUnit } from './add-unit.ts';
import { changeOneUnit } from './change-unit.ts';
import { checkOneSubdomain } from './check-subdomain.ts';
import { checkOneStep } from './check-unit.ts';
import { editOneUnit } from './edit-unit.ts';
import { exportAllPartners, exportAllUnits } from './export-tenants.ts';
import { readUnitHistory } from './history.ts';
import { findPartners } from './list-partners.ts';
import { findUnits } from './list-units.ts';
import { readOneUnit } from './read-unit.ts';
import { reinviteOneAdministrator } from './reinvite.ts';
import { readUnitChoices } from './unit-choices.ts';

export const routes = [
  findPartners,
  exportAllPartners,
  findUnits,
  exportAllUnits,
  readUnitChoices,
  checkOneSubdomain,
  checkOneStep,
  addOneUnit,
  readOneUnit,
  editOneUnit,
  changeOneUnit,
  reinviteOneAdministrator,
  readUnitHistory,
];
