import { randomUUID } from 'node:crypto';

let mark = '';
let files = 0;

/** A new id for the test file that begins; the files of a worker share every module. */
export function beginTestFile(): void {
  mark = randomUUID().slice(0, 8);
  files += 1;
}

/** The unique id of the running test file. */
export function testFileMark(): string {
  if (!mark) beginTestFile();
  return mark;
}

/**
 * One of 256 addresses of the running test file: private, and no other file's of the run, because limits count by address and the files of
 * a run share a database. The first one is where its calls come from unless they say otherwise.
 */
export function getAddress(n: number): string {
  testFileMark();
  // Vitest's number of the process, from 1; its VITEST_WORKER_ID is another one for each file.
  const worker = Number(process.env.VITEST_POOL_ID ?? 0);
  const parts = [worker, files, n];
  if (parts.some((part) => !(part >= 0 && part < 256))) throw new Error(`There is no address ${parts.join(', ')}.`);
  return `10.${parts.join('.')}`;
}
