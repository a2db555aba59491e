import type { Method } from '../../domain/contract/endpoint.ts';
import type { Context } from './context.ts';

/** A call that a feature answers. What `run` gives is sent as JSON, unless it is a Response already (SAML speaks in forms and redirects). */
export type Route = {
  method: Method;
  path: string;
  run(request: Request, url: URL, params: Record<string, string>, ctx: Context): Promise<unknown>;
};

/**
 * One line of the route table, which is built from every feature's `routes.ts` (dev/route-table.ts): enough to match a request without
 * loading the feature. `pattern` is `path` in the router's syntax; `load` imports the feature's routes at the first call of one of them.
 */
export type RouteEntry = { method: Method; path: string; pattern: string; load(): Promise<{ routes: readonly Route[] }> };

/** Runs the route that an entry stands for. */
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

/** The methods that the table has for an address; for `405 Method Not Allowed`. */
export const methodsAt = (table: readonly RouteEntry[], pathname: string): Method[] => [
  ...new Set(table.filter(({ pattern }) => addressOf(pattern).test(pathname)).map(({ method }) => method)),
];

/** The addresses of a pattern: `:name` is one segment, `:name{(?:a|b)}` one of these words. */
const addressOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/:\w+(?:\{([^}]+)\})?/g, (_, choices?: string) => choices ?? '[^/]+')}$`);

export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
