import { readRoutes } from '../../dev/route-table.ts';
import type { Bound } from '../../functions/request/bind.ts';

/** The routes of the Worker's table that have a contract; those called by SAML providers have none. */
export const boundRoutes = async (): Promise<Bound[]> =>
  (await readRoutes()).flatMap((route) => ('endpoint' in route ? [route as Bound] : [])); // because only a bound route has one
