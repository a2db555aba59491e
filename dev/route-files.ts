import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { builtPages, outsideLayoutScreens, screens } from '../domain/access/screens.ts';
import { languageNames } from '../i18n/languages.ts';

const languages = Object.keys(languageNames);
const getTexts = (part: string) => Object.fromEntries(languages.map((language) => [`${part}:${language}`, [textFile(part, language)]]));
const textFile = (part: string, language: string) => `i18n/${language}/part-${part}.ts`;

// The loaders of administrative pages, which home doesn't carry; `groups` uses one of them for administrators.
const managedLoaders = 'web/app/routes/managed-loaders.ts';

// Modules needed besides the one that web/app/routes/pages.ts imports.
const more: Record<string, readonly string[]> = {
  subgroups: ['web/features/report-groups/view/GroupView.tsx'],
  groups: ['web/features/report-groups/GroupsPage.tsx'],
  'report-view': ['web/features/reports/layer/ReportLayer.tsx', 'web/features/reports/layer/ReportFrame.tsx'],
  'report-manage': [
    'web/features/reports/ReportViewPage.tsx',
    'web/features/reports/layer/ReportLayer.tsx',
    'web/features/reports/layer/ReportFrame.tsx',
  ],
};

/** The module and the parts of the texts that each page imports, read from the list of pages. */
export function pageImports(source: string): Map<string, { module: string; parts: string[] }> {
  const found = new Map<string, { module: string; parts: string[] }>();
  const entry = /^ {2}'?([\w-]+)'?: \(\) =>\s*(?:withTexts\(\[([^\]]*)\], \(\) => )?import\('([^']+)'\)/gm;
  for (const [, id = '', parts = '', file = ''] of source.matchAll(entry))
    found.set(id, {
      module: posix.join('web/app/routes', file),
      parts: [...parts.matchAll(/\w+/g)].map(([part]) => part),
    });
  return found;
}

/** The files a page needs besides the entry, by the name under which the Worker looks them up (functions/request/preload.ts). */
function wantedFiles(): Record<string, readonly string[]> {
  const read = (file: string) => readFileSync(new URL(`../web/app/routes/${file}`, import.meta.url), 'utf8');
  const imports = pageImports(read('pages.ts'));
  const managed = new Set([...read('page-loaders.ts').matchAll(/^ {2}'?([\w-]+)'?: managed\(/gm)].map(([, id]) => id));
  if (managed.size < 10)
    throw new Error('web/app/routes/page-loaders.ts has no pages with managed loaders that dev/route-files.ts can read');
  const ids = [...screens.flatMap(({ pages }) => Object.values(pages)), ...outsideLayoutScreens.map(({ page }) => page)];
  const wanted: Record<string, readonly string[]> = { ...getTexts('sign-in'), ...getTexts('view'), portal: ['web/app/portal.tsx'] };
  for (const id of new Set(ids.filter((page) => builtPages.includes(page)))) {
    const own = imports.get(id);
    if (!own && !more[id]) throw new Error(`web/app/routes/pages.ts imports no module for ${id} that dev/route-files.ts can read`);
    const parts = id === 'groups' ? ['manage'] : (own?.parts ?? []);
    const loaders = managed.has(id) || id === 'groups' ? [managedLoaders] : [];
    wanted[id] = [...loaders, ...(own ? [own.module] : []), ...(more[id] ?? [])];
    if (parts.length > 0) for (const language of languages) wanted[`${id}:${language}`] = parts.map((part) => textFile(part, language));
  }
  return wanted;
}

type Chunk = {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  isEntry: boolean;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
};
type Bundle = Record<string, { type: string }>;

/** The hashed files of a module and of its static imports, without those that every page loads anyway. */
function getFiles(chunks: Chunk[], module: string, having: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName) || having.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (!having.has(css)) found.add(css);
    for (const file of chunk.imports) follow(chunks.find((other) => other.fileName === file));
  };
  // A module that was merged with others has no separate chunk.
  const isHere = (id: string | null) => id?.endsWith(`/${module}`) ?? false;
  const start = chunks.find((chunk) => isHere(chunk.facadeModuleId)) ?? chunks.find((chunk) => chunk.moduleIds.some(isHere));
  if (!start) throw new Error(`${module} is in no chunk: dev/route-files.ts names what pages load`);
  follow(start);
  return [...found];
}

/**
 * Writes into the index which files belong to which page, so that the Worker can name them in the head before any script runs:
 * all files once, then for each name the numbers of its files (`a.js,b.css|home=0,1|…`).
 */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return [];
        // Because the type says which it is.
        const chunks = Object.values(bundle as Bundle).filter((file) => file.type === 'chunk') as Chunk[];
        const entries = chunks.filter((chunk) => chunk.isEntry);
        const having = new Set(entries.flatMap((chunk) => [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]));
        const numbers = new Map<string, number>();
        const getNumber = (file: string) => numbers.get(file) ?? numbers.set(file, numbers.size).size - 1;
        const lists = Object.entries(wantedFiles()).map(([name, modules]) => {
          const files = new Set(modules.flatMap((module) => getFiles(chunks, module, having)));
          return `${name}=${[...files].map(getNumber).join(',')}`;
        });
        const content = [[...numbers.keys()].join(','), ...lists].join('|');
        return [{ tag: 'meta', attrs: { name: 'route-files', content }, injectTo: 'head' as const }];
      },
    },
  };
}
