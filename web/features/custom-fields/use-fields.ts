import { useQuery } from '@tanstack/react-query';
import { listQuery } from './queries.ts';

/** All fields, and the error if they could not be read. */
export function useFields() {
  const { data, error, refetch } = useQuery(listQuery);
  return { data, error: error && !data ? error : null, retry: () => void refetch() };
}
export type Fields = ReturnType<typeof useFields>;
