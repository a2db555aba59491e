import { queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type EntraAnswer = CallOutput<'GET /api/auth/entra'>;
export type EntraInput = CallInput<'PUT /api/auth/entra'>;
export type EntraChecks = CallOutput<'POST /api/auth/entra/try'>['checks'];

/** Always refetched, because its version decides what may be saved. */
export const entraQuery = queryOptions({
  queryKey: ['entra'],
  queryFn: ({ signal }) => call('GET /api/auth/entra', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});
