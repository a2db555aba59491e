import type { QueryClient } from '@tanstack/react-query';
import type { Who } from '../session/session.ts';

type PageAddress = {
  client: QueryClient;
  who: Who;
  /** The search parameters. */
  values: Readonly<Record<string, string | undefined>>;
  /** The `{id}` of the path, '' where it has none. */
  id: string;
};
/**
 * Requests what a page reads first, as `client.ensureQueryData(…)`. Loaders come with the portal: they import queries, never components.
 */
export type PageLoader = (address: PageAddress) => readonly Promise<unknown>[];
