import { Worker } from 'node:worker_threads';

// The total memory of a Worker on the platform; the file's bytes lie outside, like a request's body.
const memoryMb = 128;
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const begun = performance.now();
import(workerData.module)
  .then(({ readPeopleFile }) => readPeopleFile(workerData.bytes, workerData.sheet))
  // What is kept goes to the database as text within text.
  .then(({ rows, headers, headerRow, sheet }) => ({
    rows: rows.length, first: rows.slice(0, 8), headers: headers.slice(0, 20), headerRow, sheet,
    body: JSON.stringify({ params: [JSON.stringify(rows)] }).length,
  }))
  .catch((error) => ({ refused: error.vars?.reason ?? String(error.stack) , vars: error.vars }))
  .then((answer) => parentPort.postMessage({ ...answer, ms: performance.now() - begun }));`;

export type Bounded = {
  rows?: number;
  first?: { n: number; cells: string[] }[];
  headers?: string[];
  headerRow?: number;
  sheet?: string | null;
  body?: number;
  refused?: string;
  vars?: Record<string, unknown>;
  ms: number;
};

/** Reads a file of people in a thread that dies where the platform's Worker would. */
export function readBounded(bytes: Uint8Array, sheet?: string): Promise<Bounded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      eval: true,
      workerData: { module: new URL('../../functions/features/user-imports/file/read-file.ts', import.meta.url).href, bytes, sheet },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb - 16, maxYoungGenerationSizeMb: 16 },
    });
    worker.once('message', (answer: Bounded) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}
