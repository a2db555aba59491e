import { describe, expect, test } from 'vitest';
import { iconFiles, iconFolder, importedIcons, listFile } from '../../dev/icons/generate.ts';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

const isGenerated = ({ path }: SourceFile) => path === listFile || (path.startsWith(`${iconFolder}/`) && path.endsWith('.ts'));

/** Committed icons that are missing, unused or not as the package draws them. */
function differences(sources: readonly SourceFile[]): string[] {
  const wanted = iconFiles(importedIcons(sources.map(({ text }) => text)));
  const there = new Map(sources.filter(isGenerated).map(({ path, text }) => [path, text]));
  return [
    ...[...wanted]
      .filter(([path, text]) => there.get(path) !== text)
      .map(([path]) => `${path} is ${there.has(path) ? 'changed' : 'missing'}`),
    ...[...there.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is unused`),
  ];
}

describe('icons', () => {
  const sources = projectFiles(/^web\/.*\.tsx?$/);

  test('are those that pages import, as in their package (otherwise run npm run icons)', () => {
    expect(importedIcons(sources.map(({ text }) => text)).length).toBeGreaterThan(100);
    expect(differences(sources)).toEqual([]);
  });

  test.each([
    [
      'missing',
      { path: 'web/a.tsx', text: "import { type Icon, IconPlus, IconZoomReset } from './ui/icons.ts';" },
      `zoom-reset.ts is missing`,
    ],
    ['unused', { path: `${iconFolder}/yoga.ts`, text: '' }, 'yoga.ts is unused'],
    ['changed', { path: `${iconFolder}/plus.ts`, text: '' }, 'plus.ts is changed'],
  ])('the guard sees one that is %s', (_, planted, said) => {
    expect(differences([...sources, planted])).toContain(`${iconFolder}/${said}`);
  });

  test('a name missing from the package is refused', () => {
    expect(() => iconFiles(['IconOfNothing'])).toThrow('IconOfNothing');
  });
});
