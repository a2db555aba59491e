import { queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';

export type EnterableUnit = CallOutput<'GET /api/auth/partner/units'>['units'][number];
export type Relation = CallOutput<'GET /api/auth/partner/access'>['relations'][number];

export const unitsQuery = (search: string) =>
  queryOptions({
    queryKey: ['partner', 'units', search],
    queryFn: ({ signal }) => call('GET /api/auth/partner/units', search ? { search } : {}, { signal }),
    staleTime: 30_000,
  });

export const peopleQuery = (company: string, search: string) =>
  queryOptions({
    queryKey: ['partner', 'people', company, search],
    queryFn: ({ signal }) => call('GET /api/auth/partner/people', { company, ...(search ? { search } : {}) }, { signal }),
    staleTime: 30_000,
  });
