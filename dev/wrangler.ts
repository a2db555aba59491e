import { join } from 'node:path';
import { root } from './folders.ts';

export const wranglerPath = join(root, 'node_modules/wrangler/bin/wrangler.js');
/** What that command runs in a second process of Node, which costs a start a tenth of a second. */
export const wranglerProgram = join(root, 'node_modules/wrangler/wrangler-dist/cli.js');

/** Runs wrangler without telemetry, update checks or prompts. */
export const quietWrangler = {
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
};
