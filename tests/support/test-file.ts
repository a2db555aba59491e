import { randomUUID } from 'node:crypto';

let mark = '';

/** A new id for the test file that begins; the files of a worker share every module. */
export function beginTestFile(): void {
  mark = randomUUID().slice(0, 8);
}

/** The unique id of the running test file. */
export function testFileMark(): string {
  if (!mark) beginTestFile();
  return mark;
}

/** The address from which the running test file calls: private, and no other file's. */
export function testFileAddress(): string {
  const [a, b, c] = (testFileMark().match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `10.${a}.${b}.${c}`;
}
