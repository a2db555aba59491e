import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Method } from '../domain/contract/endpoint.ts';
import type { Bound } from '../functions/request/bind.ts';
import type { Route } from '../functions/request/route.ts';
import { root } from './folders.ts';

const folder = join(root, 'functions/features');
type Line = { method: Method; path: string; pattern: string; feature: string };

/** Every feature that has routes, with the file that lists them. */
const routeFiles = (): { feature: string; file: string }[] =>
  readdirSync(folder)
    .map((feature) => ({ feature, file: join(folder, feature, 'routes.ts') }))
    .filter(({ feature }) => readdirSync(join(folder, feature)).includes('routes.ts'));

export async function readRoutes(): Promise<(Route & { feature: string })[]> {
  const read = async ({ feature, file }: { feature: string; file: string }) => {
    const { routes }: { routes: readonly Route[] } = await import(pathToFileURL(file).href);
    return routes.map((route) => ({ ...route, feature }));
  };
  return (await Promise.all(routeFiles().map(read))).flat();
}

/** A path parameter whose values are a short list (`kind`) matches only these, so that it cannot shadow another resource. */
function getChoices(route: Route, name: string): string | null {
  if (!('endpoint' in route)) return null;
  const { endpoint } = route as Bound; // because only a bound route has one
  // Because an input is an object schema.
  const shape = (endpoint.input as unknown as { shape?: Record<string, { options?: readonly string[] }> }).shape;
  const options = shape?.[name]?.options;
  // Grouped: the router anchors the whole expression, and `^a|b$` would match any path that begins with `a`.
  return options ? `(?:${options.join('|')})` : null;
}

/** `/api/auth/{kind}/{id}` in the router's syntax: `/api/auth/:kind{(?:groups|subgroups)}/:id`. */
const getPattern = (route: Route): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const choices = getChoices(route, name);
    return choices ? `:${name}{${choices}}` : `:${name}`;
  });

/** Fixed segments before choices, choices before free ones, from the left: `/users/export` is never taken for a user called "export". */
const getRank = (pattern: string): string => pattern.replace(/[^/]+/g, (part) => (part[0] !== ':' ? '0' : part.includes('{') ? '1' : '2'));

export const getTable = (routes: readonly (Route & { feature: string })[]): Line[] =>
  routes
    .map((route) => ({ method: route.method, path: route.path, pattern: getPattern(route), feature: route.feature }))
    .toSorted((a, b) => order(getRank(a.pattern), getRank(b.pattern)) || order(a.path, b.path) || order(a.method, b.method));

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

// A later call takes the module itself: another import(), even of a loaded module, costs as much as reading the token. A promise is not
// kept, because one request must not wait for another's.
const once = `const once = (load) => {
  let module;
  return () => module ?? load().then((loaded) => (module = loaded));
};
`;

/** The source of the module `virtual:routes`. */
export async function routeTableSource(): Promise<string> {
  const text = JSON.stringify;
  const loads = routeFiles().map(({ feature, file }) => `  ${text(feature)}: once(() => import(${text(file)})),`);
  const lines = getTable(await readRoutes()).map(
    ({ method, path, pattern, feature }) =>
      `  { method: ${text(method)}, path: ${text(path)}, pattern: ${text(pattern)}, load: features[${text(feature)}] },`,
  );
  return `${once}const features = {\n${loads.join('\n')}\n};\nexport const routeTable = [\n${lines.join('\n')}\n];\n`;
}
