import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { build } from '../../dev/build.ts';
import { root } from '../../dev/folders.ts';
import { gz } from './built-files.ts';
import type { Modules } from './raw-workerd.ts';

const entry = 'index.js';

/** The Worker as it is uploaded, the entry first. */
export function builtWorker(): Modules {
  build('worker');
  const folder = join(root, 'out');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.name.endsWith('.js'));
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name))).filter((path) => path !== entry);
  return new Map([entry, ...paths.sort()].map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

// `from"./chunk.js"` and `import"./chunk.js"`; an `import("./chunk.js")` waits for a call.
const imports = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g;

/** The modules that the runtime reads before `path` can run: the module and its static imports, without later import() calls. */
export function loadedWith(modules: Modules, path = entry): string[] {
  const seen = new Set<string>();
  const wanted = [path];
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const text = modules.get(next);
    if (text === undefined) throw new Error(`${next} is imported, but it was not built`);
    for (const [, specifier = ''] of text.matchAll(imports)) wanted.push(posix.join(posix.dirname(next), specifier));
  }
  return [...seen];
}

/** Bytes of modules as the platform counts them: each as gzip -6. */
export const getGz = (modules: Modules, paths: Iterable<string> = modules.keys()): number =>
  [...paths].reduce((sum, path) => sum + gz(modules.get(path) ?? ''), 0);
