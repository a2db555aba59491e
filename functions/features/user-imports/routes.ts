import { moveHeader } from './choose-header.ts';
import { mendRow } from './edit-row.ts';
import { cancelOneImport, forgetImport, reopenOneImport } from './end-import.ts';
import { bringPeople, findUnitPeople, findUnits } from './from-unit.ts';
import { exportImportsAsFile, findImports } from './list-imports.ts';
import { findRows } from './list-rows.ts';
import { setMapping } from './map-columns.ts';
import { readOneImport } from './read-import.ts';
import { dropRows } from './remove-rows.ts';
import { downloadResult } from './result-file.ts';
import { startOneImport } from './start-import.ts';
import { makeTemplate } from './template.ts';
import { takeFile } from './upload-file.ts';

export const routes = [
  findImports,
  exportImportsAsFile,
  makeTemplate,
  takeFile,
  findUnits,
  findUnitPeople,
  bringPeople,
  readOneImport,
  moveHeader,
  setMapping,
  findRows,
  mendRow,
  dropRows,
  startOneImport,
  cancelOneImport,
  reopenOneImport,
  forgetImport,
  downloadResult,
];
