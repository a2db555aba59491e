import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where a local Mirante keeps everything it must remember; tests give their own by MIRANTE_DATA. */
export const dataFolder = (): string => resolve(root, process.env.MIRANTE_DATA ?? '.data');
