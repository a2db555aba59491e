import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export const identitiesQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'identities', id],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/identities', { id }, { signal }),
  });
