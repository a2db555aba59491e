import { addOneTask } from './add-task.ts';
import { changeOneTask } from './change-task.ts';
import { duplicateOneTask } from './duplicate-task.ts';
import { editOneTask } from './edit-task.ts';
import { exportAllRuns, exportAllTasks } from './export-tables.ts';
import { readUnitHolidays, saveUnitHolidays } from './holidays.ts';
import { findRuns, readOneRun } from './list-runs.ts';
import { findTasks, readOneTask } from './list-tasks.ts';
import { readNextRuns } from './next-runs.ts';
import { removeOneTask } from './remove-task.ts';
import { sendTestOfTask } from './send-test.ts';
import { cancelOneRun, runTaskNow } from './start-run.ts';
import { readTaskHistory } from './task-history.ts';
import { testOneTask } from './test-task.ts';

export const routes = [
  readUnitHolidays,
  saveUnitHolidays,
  findTasks,
  exportAllTasks,
  readOneTask,
  readTaskHistory,
  addOneTask,
  editOneTask,
  removeOneTask,
  changeOneTask,
  runTaskNow,
  testOneTask,
  sendTestOfTask,
  duplicateOneTask,
  readNextRuns,
  findRuns,
  exportAllRuns,
  readOneRun,
  cancelOneRun,
];
