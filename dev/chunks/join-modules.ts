import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { rolldown } from 'rolldown';
import { type Aim, mergeChunks, type Natural } from './merge.ts';

const entry = 'index.js';

const aim: Aim = {
  count: 180,
  largest: 350_000,
  // What a module costs by itself: its imports, and compressing it without the others.
  request: 500,
  portal: [entry],
  // Every isolate loads the entry's modules before its first answer.
  getWeight: (id) => (id === entry ? 1000 : 1),
};

/** The modules that esbuild cut, by their path in the output folder. */
function naturalModules({ outputs }: Metafile, folder: string): Natural[] {
  const files = Object.entries(outputs).map(([path, output]) => ({ path: path.slice(folder.length + 1), ...output }));
  const of = (imports: (typeof files)[number]['imports'], kind: string) =>
    imports.filter((each) => each.kind === kind && !each.external).map(({ path }) => path.slice(folder.length + 1));
  const later = new Set(files.flatMap(({ imports }) => of(imports, 'dynamic-import')));
  return files.map(({ path, bytes, imports }) => ({
    file: path,
    name: path.replace(/^modules\/|-[A-Z0-9]{8}\.js$/g, ''),
    bytes,
    modules: [path],
    imports: of(imports, 'import-statement'),
    dynamicImports: of(imports, 'dynamic-import'),
    entry: path === entry || later.has(path) ? path : null,
    isFixed: path === entry,
  }));
}

/**
 * Joins the modules of `from`, which esbuild cut into `metafile`'s outputs, and writes them to `to`. esbuild makes a module for every
 * set of features that share something: more than 400, half of them under 1 kB, which compress badly. `folder` is `from` as the
 * metafile names it.
 */
export async function joinModules(metafile: Metafile, { from, folder, to }: { from: string; folder: string; to: string }): Promise<void> {
  const plan = mergeChunks(naturalModules(metafile, folder), aim);
  const bundle = await rolldown({
    input: join(from, entry),
    external: [/^cloudflare:/, /^node:/],
    // What groups without their dependencies require. The entry is in no group, so its only export stays the handler.
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  });
  await bundle.write({
    dir: to,
    format: 'esm',
    minify: true,
    entryFileNames: entry,
    chunkFileNames: 'modules/[name]-[hash].js',
    codeSplitting: {
      groups: [{ debugName: 'plan', name: (id) => plan.get(id.slice(from.length + 1)) ?? null, includeDependenciesRecursively: false }],
    },
  });
  await bundle.close();
}
