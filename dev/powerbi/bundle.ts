import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

type Served = { type: string; text: string; read?: undefined } | { type: string; read: string };
type Bundle = { hash: string; files: Record<string, Served> };

const here = import.meta.dirname;
const modules = join(here, '../../node_modules');
const figtree = join(modules, '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');

let made: Promise<Bundle> | null = null;

/** The script and styles of the embedded page; built at the first request, kept on disk for the next start. */
export function reportBundle(): Promise<Bundle> {
  made ??= make().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

async function make(): Promise<Bundle> {
  const hash = await sourceHash();
  const folder = join(modules, '.cache/mirante-report-page');
  const kept = join(folder, `${hash}.js`);
  const script = await readFile(kept, 'utf8').catch(async () => {
    const built = await build();
    await mkdir(folder, { recursive: true });
    // Two starts at once may both build: neither may read the other's partial file.
    const own = `${kept}.${process.pid}`;
    await writeFile(own, built);
    await rename(own, kept);
    return built;
  });
  // The order is the cascade: layout, visuals, then media queries for screens and print.
  const sheets = await Promise.all(['frame', 'visuals', 'screens'].map((name) => readFile(join(here, `page/styles/${name}.css`), 'utf8')));
  return {
    hash,
    files: {
      'report.js': { type: 'text/javascript; charset=utf-8', text: script },
      'report.css': { type: 'text/css; charset=utf-8', text: sheets.join('\n') },
      'figtree.woff2': { type: 'font/woff2', read: figtree },
    },
  };
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['page', 'model', '../../domain/themes']) {
    const entries = await readdir(join(here, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(relative(here, file)).update(await readFile(file));
  }
  hash.update(await readFile(join(modules, 'echarts/package.json')));
  return hash.digest('hex').slice(0, 16);
}

async function build(): Promise<string> {
  const { build: bundle } = await import('vite');
  const result = await bundle({
    configFile: false,
    logLevel: 'error',
    root: here,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', modulePreload: false, rollupOptions: { input: join(here, 'page/main.ts') } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    const chunk = output.output.find((part) => part.type === 'chunk');
    if (chunk) return chunk.code;
  }
  throw new Error('The page of the report service could not be built');
}
