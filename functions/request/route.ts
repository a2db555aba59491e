import type { Method } from '../../domain/contract/endpoint.ts';
import type { Context } from './context.ts';

/** A call that a feature answers. The result of `run` is sent as JSON unless it is already a Response (SAML uses forms and redirects). */
export type Route = {
  method: Method;
  path: string;
  run(request: Request, url: URL, params: Record<string, string>, ctx: Context): Promise<unknown>;
};

/**
 * One line of the route table, which is built from every feature's `routes.ts` (dev/route-table.ts): enough to match a request without
 * loading the feature. `pattern` is `path` in the router's syntax; `load` imports the feature's routes on the first call.
 */
export type RouteEntry = { method: Method; path: string; pattern: string; load(): Loaded | Promise<Loaded> };
type Loaded = { routes: readonly Route[] };

/** Runs the route of an entry. */
export async function runEntry(
  { method, path, load }: RouteEntry,
  request: Request,
  url: URL,
  params: Record<string, string>,
  ctx: Context,
): Promise<unknown> {
  const { routes } = await load();
  const route = routes.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`The route table names ${method} ${path}, which its feature doesn't have`);
  return route.run(request, url, params, ctx);
}

/** The methods that the table has for an address, for `405 Method Not Allowed`. */
export const methodsAt = (table: readonly RouteEntry[], pathname: string): Method[] => [
  ...new Set(table.filter(({ pattern }) => getAddress(pattern).test(pathname)).map(({ method }) => method)),
];

/** A pattern as a regular expression: `:name` matches one segment, `:name{(?:a|b)}` one of these words. */
const getAddress = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/:\w+(?:\{([^}]+)\})?/g, (_, choices?: string) => choices ?? '[^/]+')}$`);

export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
