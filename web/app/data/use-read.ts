import { hashKey, type QueryKey, type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

/** `Read` is what the query keeps, where it selects an `Answer` from that. */
export type ReadOptions<Answer, Key extends QueryKey, Read = Answer> = UseSuspenseQueryOptions<Read, Error, Answer, Key>;

/**
 * Reads what the address or a search field asks for. While the next data load, those of before stay, and `isBehind` is true; only the first
 * data of all suspend.
 */
export function useRead<Answer, Key extends QueryKey, Read = Answer>(options: ReadOptions<Answer, Key, Read>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which data these options ask for.
  const wanted = useMemo(() => options, [hashKey(options.queryKey)]);
  const shown = useDeferredValue(wanted);
  const { data, dataUpdatedAt } = useSuspenseQuery(shown);
  return { data, dataUpdatedAt, isBehind: shown !== wanted };
}
