import { queryOptions } from '@tanstack/react-query';
import { samlSorts, samlViews } from '../../../domain/saml/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const samlKey = ['saml'] as const;
export const listOptions = { sorts: samlSorts, filters: ['view'] };

export function toListInput(list: ListRead<(typeof samlSorts)[number]>) {
  const view = samlViews.find((each) => each === list.values.view);
  return { ...inputOfList(list), ...(view && { view }) };
}

export const appsQuery = (input: CallInput<'GET /api/auth/saml/all'>) =>
  queryOptions({
    queryKey: [...samlKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/saml/all', input, { signal }),
  });

export const companiesQuery = queryOptions({
  queryKey: [...samlKey, 'companies'],
  queryFn: ({ signal }) => call('GET /api/auth/saml/companies/used', {}, { signal }),
});

/** The list, and below it the units of a partner. */
export const loadSaml: PageLoader = ({ client, values, who }) => [
  client.ensureQueryData(appsQuery(toListInput(readList(values, listOptions)))),
  ...(who.profile === 'master' ? [client.ensureQueryData(companiesQuery)] : []),
];
