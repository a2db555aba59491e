import { rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { joinModules } from './chunks/join-modules.ts';
import { root } from './folders.ts';
import { routeTableSource } from './route-table.ts';

// Builds the Worker into `out/` as modules: the entry, and modules of features, jobs and libraries. Wrangler uploads
// them as they are (`no_bundle`), and the runtime compiles a module when something imports it.

const out = join(root, 'out');
/** What esbuild writes before its modules are joined, relative to the project. */
const cut = 'node_modules/.cache/mirante/cut';
const inProject = (path: string) => join(root, path);

/** The table of every feature's routes, read from the features themselves. */
const routes: Plugin = {
  name: 'routes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:routes$/ }, ({ path }) => ({ path, namespace: 'routes' }));
    onLoad({ filter: /.*/, namespace: 'routes' }, async () => ({ contents: await routeTableSource(), resolveDir: root }));
  },
};

/** workerd knows Node's modules by their names with `node:` and only as imports; packages also write `require('crypto')`. */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z][\w/]*$/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return null;
      const name = path.startsWith('node:') ? path : `node:${path}`;
      return kind === 'require-call' ? { path: name, namespace: 'required' } : { path: name, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({ contents: `import it from '${path}'; module.exports = it;` }));
  },
};

/** Packages for which the Worker has a smaller replacement, by exact name. */
const replacements: Record<string, string> = {
  // The one font that watermarks are stamped with, without the thirteen others.
  '@pdf-lib/standard-fonts': inProject('functions/features/exports/burn/standard-fonts.ts'),
  // Passkeys are accepted without attestation: nothing reads certificates.
  '@peculiar/x509': inProject('functions/features/two-factor/no-certificates.ts'),
  '@peculiar/asn1-android': inProject('functions/features/two-factor/no-certificates.ts'),
  'reflect-metadata': inProject('functions/features/two-factor/no-certificates.ts'),
  // The build for Node uses the runtime's own hashes; the package's conditions would choose one that brings its own.
  otpauth: fileURLToPath(import.meta.resolve('otpauth')),
};

/** A replacement that nothing imports fails the build: the package was renamed, and its full size would come back unnoticed. */
const replaced = (names: Record<string, string>): Plugin => ({
  name: 'replaced',
  setup({ onResolve, onEnd }) {
    const seen = new Set<string>();
    onResolve({ filter: /^@?[a-z]/ }, ({ path }) => {
      if (!Object.hasOwn(names, path)) return null;
      seen.add(path);
      return { path: names[path] };
    });
    onEnd(() => ({
      errors: Object.keys(names)
        .filter((name) => !seen.has(name))
        .map((name) => ({ text: `Nothing imports ${name}, which dev/build-worker.ts replaces` })),
    }));
  },
});

const cutModules = () =>
  build({
    entryPoints: [inProject('functions/index.ts')],
    outdir: inProject(cut),
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    chunkNames: 'modules/[name]-[hash]',
    plugins: [routes, replaced(replacements), nodeModules],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: root,
  });

if (import.meta.main) {
  for (const folder of [out, inProject(cut)]) rmSync(folder, { recursive: true, force: true });
  const { metafile } = await cutModules();
  await joinModules(metafile, { from: inProject(cut), folder: cut, to: out });
}
