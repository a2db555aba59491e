import { addOneField } from './add-field.ts';
import { changeManyFields } from './change-fields.ts';
import { editOneField } from './edit-field.ts';
import { exportFieldsAsCsv } from './export-fields.ts';
import { findFields } from './list-fields.ts';
import { sortFields } from './order-fields.ts';
import { readInForce, readMine, saveMine } from './own-values.ts';
import { readOneField } from './read-field.ts';
import { acceptSeenValues, findUnreviewed, replaceOneValue } from './review-values.ts';

export const routes = [
  findFields,
  exportFieldsAsCsv,
  sortFields,
  changeManyFields,
  findUnreviewed,
  acceptSeenValues,
  replaceOneValue,
  readMine,
  saveMine,
  readInForce,
  addOneField,
  readOneField,
  editOneField,
];
