import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../dev/folders.ts';
import type { SourceFile } from './imports.ts';

/** The current files of the project: tracked and untracked ones, without build output and packages. */
export function projectFiles(pattern: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return [...new Set(listed.split('\n'))]
    .sort()
    .filter((path) => pattern.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export const sources = (): SourceFile[] => projectFiles(/\.(ts|tsx|mjs)$/);
