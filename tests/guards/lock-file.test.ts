import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Package = { optionalDependencies?: Record<string, string>; optional?: boolean };
type Lock = { packages: Record<string, Package> };

/** npm drops a platform package that the registry lacks without a word, and `npm ci` then fails on every machine. */
function missingOptional({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersUpFrom(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${path || 'package.json'} → ${name}`),
  );
}

function foldersUpFrom(path: string): string[] {
  const parts = path.split('/node_modules/');
  const inside = parts.map((_, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/`);
  return path === '' ? [''] : [...inside, ''];
}

describe('package-lock.json', () => {
  test('holds every optional dependency that a package of it names', () => {
    const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(missingOptional(lock)).toEqual([]);
  });

  test('names exact versions only, the same as package.json', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(packages['']).toMatchObject({ dependencies, devDependencies });
    expect(
      Object.values<string>({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  test('the guard sees a dropped platform package', () => {
    const packages = {
      '': {},
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-darwin': '1' } },
      'node_modules/tool/node_modules/tool-linux': {},
    };
    expect(missingOptional({ packages })).toEqual(['node_modules/tool → tool-darwin']);
  });
});
