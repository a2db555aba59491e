import { expect, test } from 'vitest';
import { beginTestFile, getAddress } from '../support/test-file.ts';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

/** Files that call from literal addresses, each with the reason. All others use `getAddress`. */
const fixed: Record<string, string> = {
  'tests/api/allowed-addresses.test.ts': 'is about ranges that a unit lists, and no other file calls from them',
  'tests/support/cloud/edge.ts': 'the test of a deployment has a database of its own',
  'tests/walk/walk.ts': 'each of its thousands of calls has another address, of a range of its own',
};

const address = /['"`](?:::ffff:)?\d{1,3}\.(?:\d|\$\{)/;
/** Files that set the address of a call and contain a literal one. A bench has a database of its own. */
const withAddress = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^tests\/(?!bench\/)/.test(path))
    .filter(({ text }) => text.includes('cf-connecting-ip') && address.test(text))
    .map(({ path }) => path);

// Limits count by address, and files that run side by side share a database: two files with one address would use up each other's attempts.
test('test files call from addresses of their own', () => {
  const files = projectFiles(/^tests\/.*\.ts$/).filter(({ path }) => !path.endsWith('guards/addresses.test.ts'));
  expect(files.filter(({ text }) => text.includes('cf-connecting-ip')).length).toBeGreaterThan(8);
  expect(withAddress(files)).toEqual(Object.keys(fixed));
});

test.each([
  "{ headers: { 'cf-connecting-ip': '203.0.113.7' } }",
  "const office = '198.51.100.9';\nconst from = (ip: string) => ({ 'cf-connecting-ip': ip });",
  "{ 'cf-connecting-ip': `192.0.2.$" + '{n}` }',
  "{ 'cf-connecting-ip': `10.$" + '{n >> 8}.0.1` }',
])('the guard sees %s', (text) => {
  expect(withAddress([{ path: 'tests/api/a.test.ts', text }])).toEqual(['tests/api/a.test.ts']);
});

test('the guard accepts a file’s own addresses, and others as data', () => {
  for (const text of ["{ 'cf-connecting-ip': getAddress(n) }", "{ listIp: ['198.51.100.9'] }"])
    expect(withAddress([{ path: 'tests/api/a.test.ts', text }])).toEqual([]);
});

test('each file that a worker runs, and each number, gets a different address', () => {
  const seen = new Set<string>();
  for (let file = 0; file < 5; file += 1) {
    beginTestFile();
    for (const n of [0, 1, 255]) seen.add(getAddress(n));
  }
  expect(seen.size).toBe(15);
  expect(() => getAddress(256)).toThrow('no address');
  expect(() => getAddress(Number.NaN)).toThrow('no address');
});
