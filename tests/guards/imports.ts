import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

export type SourceFile = { path: string; text: string };
export type Import = { specifier: string; isType: boolean; isDynamic: boolean };
type Layer = 'domain' | 'i18n' | 'db' | 'functions' | 'scheduled' | 'web' | 'dev' | 'tests';

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([^;'"]*?)\bfrom\s*['"]([^'"]+)['"]/gm;
const bare = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*(?:['"]([^'"]+)['"])?/g;

/** Every module that a source names: statements, re-exports, and `import()`, whose address must be written out. */
export function getImports(text: string): Import[] {
  const named = [...text.matchAll(statement)].map(([, type, names = '', specifier = '']) => ({
    specifier,
    isType: type !== undefined || onlyTypes(names),
    isDynamic: false,
  }));
  const effects = [...text.matchAll(bare)].map(([, specifier = '']) => ({ specifier, isType: false, isDynamic: false }));
  const later = [...withoutComments(text).matchAll(dynamic)].map(({ 1: specifier = '?', index, input }) => ({
    specifier,
    isType: /\btypeof\s+$/.test(input.slice(0, index)),
    isDynamic: true,
  }));
  return [...named, ...effects, ...later];
}

const onlyTypes = (names: string) =>
  /^\{.+\}\s*$/s.test(names) &&
  names
    .replace(/[{}]/g, '')
    .split(',')
    .filter((name) => name.trim())
    .every((name) => /^\s*type\s/.test(name));

export const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');

/** The target of an import: a path in the project, or a package. */
export const getTarget = (from: string, { specifier }: Import): string =>
  specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : specifier;

export function getLayer(path: string): Layer | 'package' {
  if (/\.test\.tsx?$/.test(path)) return 'tests';
  const top = path.split('/')[0] ?? '';
  if (!path.includes('/')) return path.includes('.') ? 'dev' : 'package';
  return top in allowed ? (top as Layer) : 'package'; // because its keys are the layers
}

// ARCHITECTURE 2: what each folder may import besides packages.
const allowed: Record<Layer, readonly Layer[] | 'anything'> = {
  domain: ['domain'],
  i18n: ['i18n', 'domain'],
  db: ['db', 'domain'],
  functions: ['functions', 'db', 'domain', 'i18n'],
  scheduled: ['scheduled', 'functions', 'db', 'domain'],
  web: ['web', 'domain', 'i18n'],
  dev: 'anything',
  tests: 'anything',
};
// A job calls verbs and services; from the request path it may import the types, the log and the queues, never the application.
const openToJobs = /^functions\/(features|services)\/|^functions\/request\/(env|log|context|messages)\.ts$/;
const getFeature = (path: string) => /^(functions|web)\/features\/([^/]+)\//.exec(path);
const shared: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Of `dependencies`, what `npm start` and `npm run deploy` run on the machine and the product never contains. */
export const toolsOfStart = [
  '@electric-sql/pglite',
  '@vitejs/plugin-react',
  'echarts',
  'node',
  'oidc-provider',
  'pg',
  'samlp',
  'smtp-server',
  'vite',
  'wrangler',
];
export const getPackage = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
/** Modules of the runtime, and the one that the build makes (dev/route-table.ts). */
const ofTheRuntime = /^(node|cloudflare|virtual):/;

/** A feature's public interface: its `index.ts`, on the server and in the browser. */
const isPublicFace = (target: string, feature = '') =>
  /^(functions|web)$/.test(getLayer(target)) && target === `${getLayer(target)}/features/${feature}/index.ts`;

type ClosedEdge = { from: string; to: RegExp; reason: string; except?: readonly string[] };
const allContracts = 'domain/contract/all.ts';
/** Forbidden edges within a layer, or between layers that are otherwise open. */
const closedEdges: readonly ClosedEdge[] = [
  { from: 'web/ui/', to: /^web\/features\//, reason: 'web/ui knows no feature' },
  { from: 'web/ui/', to: /^web\/app\//, reason: 'web/ui knows no frame: it takes what it needs as props, or from web/i18n.ts' },
  { from: 'functions/services/', to: /^functions\/(request|features)\//, reason: 'services know no request and no feature' },
  {
    from: 'functions/request/',
    to: /^functions\/features\//,
    reason: 'the request path knows no feature: functions/index.ts passes it in',
  },
  // Importing the list imports every contract: only the API's description does, and the typed client imports its type.
  ...['domain/', 'functions/', 'scheduled/', 'web/', 'i18n/', 'db/'].map((from) => ({
    ...{ from, to: new RegExp(`^${allContracts}$`), reason: 'a feature imports its own contract, not the list of all' },
    except: ['functions/request/api-docs.ts', 'web/app/data/api.ts'],
  })),
];

function getRefusal(file: string, item: Import): string | null {
  const [from, target] = [getLayer(file), getTarget(file, item)];
  const to = getLayer(target);
  if (from === 'package' || from === 'dev' || from === 'tests') return null;
  if (item.specifier === '?') return 'an import() whose address is computed';
  if (to === 'package') return refusedPackage(from, item.specifier, item.isType);
  if (file === 'functions/index.ts' && to === 'scheduled')
    return item.isDynamic ? null : 'the Worker loads what cron and queues run at their events';
  if (allowed[from] !== 'anything' && !allowed[from].includes(to)) return `${from} must not import ${to}`;
  if (from === 'i18n' && to === 'domain' && !item.isType) return 'i18n imports only types of domain';
  if (from === 'scheduled' && to === 'functions' && !openToJobs.test(target))
    return 'scheduled imports only verbs and services of functions';
  const closed = closedEdges.find(({ from: within, to: closedTo }) => file.startsWith(within) && closedTo.test(target));
  if (closed && !closed.except?.includes(file)) return closed.reason;
  const [own, other] = [getFeature(file), getFeature(target)];
  if (own && other && own[1] === other[1] && own[2] !== other[2] && !isPublicFace(target, other[2]))
    return `feature ${own[2]} must not import feature ${other[2]}`;
  return null;
}

// Packages that rules may use: schemas, and phone numbering plans, which are plain data.
const pure = ['zod/mini', 'libphonenumber-js/min', 'cpf-cnpj-validator'];

function refusedPackage(from: Layer, specifier: string, isType: boolean): string | null {
  if (from === 'domain') return pure.includes(specifier) ? null : 'domain imports no package but zod/mini and rules of numbers';
  if (from === 'i18n') return 'i18n imports no package';
  if (ofTheRuntime.test(specifier)) return from === 'web' ? 'web runs in a browser' : null;
  const isProduct = getPackage(specifier) in shared.dependencies && !toolsOfStart.includes(getPackage(specifier));
  const isShipped = isProduct || (isType && specifier === '@cloudflare/workers-types');
  return isShipped ? null : `${getPackage(specifier)} is no dependency of the product`;
}

/** Every import that crosses an edge which ARCHITECTURE 2 does not allow. */
export function crossings(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    getImports(text).flatMap((item) => {
      const refusal = getRefusal(path, item);
      return refusal ? [`${path} → ${item.specifier}: ${refusal}`] : [];
    }),
  );
}

// A rule is passed its `now`; it uses no clock, no randomness and no I/O.
const impureForms = [
  /\bDate\.now\b|\bnew Date(?!\s*\(\s*[^\s)])|(?<!new )\bDate\(|\bMath\.random\b|\bTemporal\.Now\b|\.format(ToParts)?\(\s*\)/,
  /\bcrypto\b|\bfetch\b|\bperformance\b|\bsetTimeout\b|\bsetInterval\b|\bconsole\b|\bprocess\b|\bglobalThis\b/,
  /\b(local|session)Storage\b|(?<![.\w/])document\s*[.[]|\bwindow\b|\bnavigator\b/,
];
const impure = new RegExp(impureForms.map(({ source }) => source).join('|'));

/** Uses of a clock, randomness or I/O in `domain`. */
export function impurities(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => getLayer(path) === 'domain')
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
        .split('\n')
        .flatMap((line) => {
          const found = impure.exec(line)?.[0];
          return found ? [`${path}: ${found}`] : [];
        }),
    );
}

/** The files loaded with a file: itself and all its value imports, without later import() calls. */
export function loadedWith(entry: string, files: ReadonlyMap<string, string>): Set<string> {
  const seen = new Set<string>();
  const wanted = [entry];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const item of getImports(files.get(path) ?? '')) if (!item.isType && !item.isDynamic) wanted.push(getTarget(path, item));
  }
  return seen;
}
