import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routeFiles } from './dev/route-files.ts';

const firstFonts = /(figtree|bricolage-grotesque)-latin-wght-normal[^/]*\.woff2$/;

// Texts that begin with a letter of the alphabet's second part, but for those that the entry holds too.
const halves = /\/i18n\/([\w-]+)\/(?!session|shell|ui|errors)[p-z][\w-]*\.ts$/;
const halfOf = (id: string) => `texts-${halves.exec(id)?.[1] ?? ''}`;

/** Names the two fonts of the sign-in page in the head, so that they come with the style sheet and not after it. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** The headers of the hashed files, which the platform serves without asking the Worker. */
const assetHeaders: Plugin = {
  name: 'asset-headers',
  generateBundle() {
    const lines = [
      'Cache-Control: public, max-age=31536000, immutable',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy: same-origin',
      'Referrer-Policy: strict-origin-when-cross-origin',
      'Strict-Transport-Security: max-age=63072000; includeSubDomains',
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
    ];
    this.emitFile({ type: 'asset', fileName: '_headers', source: `/assets/*\n${lines.map((line) => `  ${line}\n`).join('')}` });
  },
};

export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [react(), preloadFonts(), routeFiles(), assetHeaders],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All that the entry needs in one chunk: four requests instead of six. A group by package would drag the portal's parts into it.
        // The texts of a language are two files of like size, which are fetched side by side.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: halfOf, test: halves },
          ],
        },
      },
    },
  },
  server: {
    allowedHosts: ['.localhost'],
    // The Worker of `npm start` answers what is not code; the host stays, for it names the tenant.
    proxy: Object.fromEntries(['/api', '/storage'].map((path) => [path, { target: 'http://127.0.0.1:8787', changeOrigin: false }])),
  },
});
