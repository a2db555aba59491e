import { basename } from 'node:path';
import { build, type Rolldown, type UserConfig } from 'vite';
import { type Aim, mergeChunks, type Natural } from './merge.ts';

// Texts are cut by hand (i18n/en-US/part-*.ts).
const isText = (id: string) => /\/i18n\//.test(id);
// Never mixed with other code: the service's SDK, which only report pages load, TanStack Query, which every page after sign-in needs, and
// passkeys, which sign-in loads.
const apart = {
  'report-service': /\/node_modules\/powerbi-client\//,
  queries: /\/node_modules\/@tanstack\/(query-core|react-query)\//,
  passkeys: /\/node_modules\/@simplewebauthn\/browser\//,
};

// By the last part of an entry's path: code that everyone loads weighs most, then pages that are opened first and most often.
const weights: readonly (readonly [RegExp, number])[] = [
  [/\/(portal|RemoteHost|SessionEnd)\.tsx$/, 100],
  [/\/(HomeRoute|QuestionnaireHost)\.tsx$/, 100],
  [/\/(ReportViewPage|ReportLayer|ReportFrame)\.tsx$/, 100],
  [/\/features\/session\/(?!StayDialog)|\/(ForgotPage|NewPasswordPage|TwoFactorPage)\.tsx$/, 30],
  [/\/managed-loaders\.ts$/, 100],
  [/\/(UsersRoute|AllReportsPage|SubgroupReportsPage|GroupView)\.tsx$/, 60],
];

const aim: Aim = {
  count: 88,
  // Before minification: about 40 kB over the wire.
  largest: 200_000,
  // The cost of a request: headers, queueing, and worse compression.
  request: 6_000,
  portal: ['/app/portal.tsx', '/RemoteHost.tsx', '/SessionEnd.tsx'],
  getWeight: (entry) => weights.find(([pattern]) => pattern.test(entry))?.[1] ?? 1,
};

/** The groups of what every page loads and of what stays apart. */
export const ownGroups = [
  { name: 'base', tags: ['$initial' as const] },
  ...Object.entries(apart).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
];

/**
 * By default the bundler cuts a chunk for every set of pages that share something: almost 500, most of them tiny. This builds once without
 * writing, to see those chunks, and returns the chunk that each module then belongs to.
 */
export async function planChunks(config: UserConfig): Promise<Map<string, string>> {
  const chunks: Rolldown.OutputChunk[] = [];
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'natural-chunks',
        generateBundle: (_, bundle) => {
          for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.push(file);
        },
      },
    ],
    build: {
      ...config.build,
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: { ...config.build?.rolldownOptions, output: { codeSplitting: { groups: ownGroups } } },
    },
  });
  const asked = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  const natural = chunks.map((chunk) => getNatural(chunk, asked.has(chunk.fileName)));
  return mergeChunks(
    natural.filter(({ name, modules }) => name !== 'rolldown-runtime' && !modules.some(isText)),
    aim,
  );
}

function getNatural(chunk: Rolldown.OutputChunk, isAsked: boolean): Natural {
  // A module that is also imported statically has no facade: the last module of its chunk is the one that needs all the others.
  const root = chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? chunk.name;
  return {
    file: chunk.fileName,
    name: isAsked ? basename(root).replace(/\.\w+$/, '') : chunk.name,
    bytes: Object.values(chunk.modules).reduce((sum, module) => sum + module.renderedLength, 0),
    modules: chunk.moduleIds,
    imports: chunk.imports,
    dynamicImports: chunk.dynamicImports,
    isFixed: chunk.isEntry || chunk.moduleIds.some((id) => Object.values(apart).some((own) => own.test(id))),
    entry: chunk.isEntry ? 'page' : isAsked ? root : null,
  };
}
