import { readRisks } from './before-pause.ts';
import { dryRunOneCapacity } from './dry-run-capacity.ts';
import { moveOneCapacity, releaseOneCapacity } from './leave-capacity.ts';
import { findCapacities } from './list-capacities.ts';
import { findShifts } from './list-shifts.ts';
import { readOneCapacity } from './read-capacity.ts';
import { readOneLedger } from './read-ledger.ts';
import { readOneLog } from './read-log.ts';
import { readOneOverage } from './read-overage.ts';
import { registerOneCapacity } from './register-capacity.ts';
import { removeOneShift } from './remove-shift.ts';
import { saveOneCapacity } from './save-capacity.ts';
import { endOneOverride, resizeOneCapacity, resumeOneCapacity, suspendOneCapacity } from './turn-capacity.ts';
import { readShiftsOfUser, saveShiftsOfUser } from './user-shifts.ts';
import { addOneShift, copyOneShift, editOneShift } from './write-shift.ts';

export const routes = [
  findShifts,
  addOneShift,
  editOneShift,
  copyOneShift,
  removeOneShift,
  readShiftsOfUser,
  saveShiftsOfUser,
  findCapacities,
  readOneCapacity,
  registerOneCapacity,
  saveOneCapacity,
  releaseOneCapacity,
  resumeOneCapacity,
  suspendOneCapacity,
  resizeOneCapacity,
  endOneOverride,
  dryRunOneCapacity,
  readOneLog,
  readOneLedger,
  readRisks,
  readOneOverage,
  moveOneCapacity,
];
