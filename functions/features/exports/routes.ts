import { cancelOneExport } from './cancel-export.ts';
import { downloadOneExport } from './download-export.ts';
import { findExports } from './list-exports.ts';
import { removeOneExport } from './remove-export.ts';
import { retryOneExport } from './retry-export.ts';
import { startOneExport } from './start-export.ts';

export const routes = [findExports, startOneExport, cancelOneExport, retryOneExport, downloadOneExport, removeOneExport];
