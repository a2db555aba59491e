import { queryOptions } from '@tanstack/react-query';
import { auditFamilies } from '../../../domain/audit-log/families.ts';
import { daysOf, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const sorts = ['at'] as const;
export const listOptions = { sorts, filters: ['family', 'from', 'to'] };

export const familyOf = ({ family }: ListRead<'at'>['values']) => auditFamilies.find((each) => each === family);

export function inputOf(list: ListRead<'at'>) {
  const family = familyOf(list.values);
  return { ...inputOfList(list), ...daysOf(list.values), ...(family ? { family } : {}) };
}

export const auditQuery = (input: CallInput<'GET /api/auth/audit'>) =>
  queryOptions({
    queryKey: ['records', 'audit', input],
    queryFn: ({ signal }) => call('GET /api/auth/audit', input, { signal }),
  });

export const loadAuditLog: PageLoader = ({ client, values }) => [
  client.ensureQueryData(auditQuery(inputOf(readList(values, listOptions)))),
];
