import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../dev/folders.ts';

export const gz = (content: string | Buffer): number => gzipSync(content, { level: 6 }).length;
export type Chunk = { name: string; gz: number };

// The SDK names itself where it is defined; a file that only imports it names the file.
const sdk = /\[["'`]powerbi-client["'`]\]\s*=|sdkType:\s*["'`]powerbi-js/;

/** Whether a script contains the report service's own SDK. */
export const holdsSdk = (source: string): boolean => sdk.test(source);

/** Whether a script contains the editor of formatted texts. */
export const holdsEditor = (source: string): boolean => source.includes('ProseMirror-trailingBreak');

type Built = { entry: Chunk[]; css: Chunk[]; texts: Chunk[]; routes: Chunk[]; sdk: Chunk[]; editor: Chunk[] };

/** The size of a build of the pages: the sign-in page's files, all texts, and every other script by itself. */
export function builtPages(folder = join(root, 'dist')): Built {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readdirSync(join(folder, 'assets'));
  const chunk = (name: string): Chunk => ({ name, gz: gz(readFileSync(join(folder, 'assets', name))) });
  const scripts = assets.filter((name) => name.endsWith('.js')).map(chunk);
  const texts = scripts.filter(({ name }) => name.startsWith('part-'));
  // The page brings one language's own texts: the largest counts.
  const languages = texts.filter(({ name }) => name.startsWith('part-sign-in-')).toSorted((a, b) => b.gz - a.gz);
  const isFirst = ({ name }: Chunk) => page.includes(`/assets/${name}`);
  const rest = scripts.filter((each) => !isFirst(each));
  const getSource = ({ name }: Chunk) => readFileSync(join(folder, 'assets', name), 'utf8');
  const isSdk = (each: Chunk) => holdsSdk(getSource(each));
  const isEditor = (each: Chunk) => holdsEditor(getSource(each));
  return {
    entry: [...scripts.filter(isFirst), ...languages.slice(0, 1)],
    css: assets
      .filter((name) => name.endsWith('.css'))
      .map(chunk)
      .filter(isFirst),
    texts,
    routes: rest.filter((each) => !isSdk(each) && !isEditor(each)),
    sdk: rest.filter(isSdk),
    editor: rest.filter(isEditor),
  };
}
