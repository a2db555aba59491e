import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { ownGroups, planChunks } from './dev/chunks/plan.ts';
import { mergeRuntime } from './dev/chunks/runtime.ts';
import { routeFiles } from './dev/route-files.ts';

const fileHeaders = [
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy: same-origin',
  'Referrer-Policy: strict-origin-when-cross-origin',
  'Strict-Transport-Security: max-age=63072000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
];
const getHeaders = (path: string, ...more: string[]) => `${path}\n${[...more, ...fileHeaders].map((line) => `  ${line}\n`).join('')}`;

/**
 * What the platform answers without asking the Worker: the hashed files, whose headers stand here, and robots.txt. No page may be
 * indexed: all of a portal is behind its sign-in, and a search must not tell who has one.
 */
const files: Plugin = {
  name: 'files',
  generateBundle() {
    const headers =
      getHeaders('/assets/*', 'Cache-Control: public, max-age=31536000, immutable') +
      getHeaders('/robots.txt', 'Cache-Control: public, max-age=86400');
    this.emitFile({ type: 'asset', fileName: '_headers', source: headers });
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source: 'User-agent: *\nDisallow: /\n' });
  },
};

// No module of ours does anything by being loaded, but for the first and the lists of styles: what a feature's index.ts names beside
// the part in use is left out.
const moduleSideEffects = [
  { test: /\/web\/(?!app\/main\.tsx$|ui\/styles-\w+\.ts$).*\.tsx?$/, sideEffects: false },
  { test: /\/(domain|i18n)\//, sideEffects: false },
];

const config: UserConfig = {
  root: 'web',
  publicDir: false,
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { treeshake: { moduleSideEffects } },
  },
  server: {
    allowedHosts: ['.localhost'],
    // The Worker of `npm start` answers what is not code; the host stays, for it names the tenant.
    proxy: Object.fromEntries(['/api', '/storage'].map((path) => [path, { target: 'http://127.0.0.1:8787', changeOrigin: false }])),
  },
};

export default defineConfig(async ({ command }) => {
  const plan = command === 'build' ? await planChunks(config) : new Map<string, string>();
  const planned = { name: (id: string) => plan.get(id) ?? null, includeDependenciesRecursively: false };
  return {
    ...config,
    plugins: [react(), mergeRuntime(), routeFiles(), files],
    build: {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: {
          codeSplitting: { groups: [...ownGroups, planned] },
          // The first file lists all others, and a hash can't be compressed.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  };
});
