import { queryOptions } from '@tanstack/react-query';
import { tenantSorts, tenantStatuses, unitSorts } from '../../../domain/tenants/sorts.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const tenantsKey = ['tenants'] as const;
export const partnerKinds = ['partner', 'unit'] as const;
export const unitOptions = { sorts: unitSorts, filters: ['status'], memory: 'page_tenant' } as const;
export const partnerOptions = { sorts: tenantSorts, filters: ['kind', 'status'], memory: 'page_tenant' } as const;

export function unitsInput(list: ListRead<(typeof unitSorts)[number]>) {
  const status = tenantStatuses.find((each) => each === list.values.status);
  return { ...inputOfList(list), ...(status ? { status } : {}) };
}

export function partnersInput(list: ListRead<(typeof tenantSorts)[number]>) {
  const kind = partnerKinds.find((each) => each === list.values.kind);
  const status = tenantStatuses.find((each) => each === list.values.status);
  return { ...inputOfList(list), ...(kind ? { kind } : {}), ...(status ? { status } : {}) };
}

export const unitsQuery = (input: CallInput<'GET /api/auth/units'>) =>
  queryOptions({
    queryKey: [...tenantsKey, 'units', input],
    queryFn: ({ signal }) => call('GET /api/auth/units', input, { signal }),
  });

export const partnersQuery = (input: CallInput<'GET /api/auth/partners'>) =>
  queryOptions({
    queryKey: [...tenantsKey, 'partners', input],
    queryFn: ({ signal }) => call('GET /api/auth/partners', input, { signal }),
  });

/** One unit or partner. */
export const unitQuery = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/units/{id}', { id }, { signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const choicesQuery = queryOptions({
  queryKey: [...tenantsKey, 'choices'],
  queryFn: ({ signal }) => call('GET /api/auth/units/choices', {}, { signal }),
  staleTime: 10_000,
});

/** The list of units, or the unit of the address (`?id=`). */
export const loadUnits: PageLoader = ({ client, values }) => [
  values.id ? client.ensureQueryData(unitQuery(values.id)) : client.ensureQueryData(unitsQuery(unitsInput(readList(values, unitOptions)))),
];

export const loadRegistration: PageLoader = ({ client }) => [client.ensureQueryData(choicesQuery)];

/** The list of partners and units, the one of the address (`?id=`), or the form for a new one (`?new=`). */
export const loadPartners: PageLoader = (address) => {
  const { client, values } = address;
  if (values.new === 'partner' || values.new === 'unit') return loadRegistration(address);
  if (values.id) return [client.ensureQueryData(unitQuery(values.id))];
  return [client.ensureQueryData(partnersQuery(partnersInput(readList(values, partnerOptions))))];
};
