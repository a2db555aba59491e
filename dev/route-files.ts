import type { Plugin } from 'vite';
import { languageNames } from '../i18n/languages.ts';

const textsOf = (part: string) =>
  Object.fromEntries(Object.keys(languageNames).map((language) => [`${part}:${language}`, [`i18n/${language}/part-${part}.ts`]]));

// What a page needs besides the entry, by the name under which the Worker looks it up (functions/http/preload.ts).
const wanted: Record<string, readonly string[]> = {
  ...textsOf('sign-in'),
  ...textsOf('view'),
  portal: ['web/app/portal.tsx'],
  home: ['web/features/reports/HomePage.tsx'],
  report: [
    'web/features/reports/ReportViewPage.tsx',
    'web/features/reports/layer/ReportLayer.tsx',
    'web/features/reports/layer/ReportFrame.tsx',
  ],
};

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

/** The hashed files of a module and of all it imports at once, without those that every page has anyway. */
function filesOf(bundle: Bundle, module: string, having: ReadonlySet<string>): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as Chunk[]; // because the type says which it is
  const found = new Set<string>();
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName) || having.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) if (!having.has(css)) found.add(css);
    for (const file of chunk.imports) follow(chunks.find((other) => other.fileName === file));
  };
  // A module that was grouped with others has no chunk of its own.
  const isHere = (id: string | null) => id?.endsWith(`/${module}`) ?? false;
  const start = chunks.find((chunk) => isHere(chunk.facadeModuleId)) ?? chunks.find((chunk) => chunk.moduleIds.some(isHere));
  if (!start) throw new Error(`${module} is in no chunk: dev/route-files.ts names what pages load`);
  follow(start);
  return [...found];
}

/** Writes into the index which files belong to which page, so that the Worker can name them in the head before any script runs. */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return [];
        const entries = (Object.values(bundle as Bundle).filter((file) => file.type === 'chunk') as Chunk[]).filter(
          (chunk) => chunk.isEntry,
        ); // because the type says which it is
        const having = new Set(entries.flatMap((chunk) => [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]));
        const lists = Object.entries(wanted).map(([name, modules]) => {
          const files = new Set(modules.flatMap((module) => filesOf(bundle as Bundle, module, having)));
          return `${name}=${[...files].join(',')}`;
        });
        return [{ tag: 'meta', attrs: { name: 'route-files', content: lists.join('|') }, injectTo: 'head' as const }];
      },
    },
  };
}
