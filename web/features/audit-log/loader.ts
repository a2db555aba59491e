import { queryOptions } from '@tanstack/react-query';
import { auditFamilies } from '../../../domain/audit-log/families.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const sorts = ['at'] as const;
export const listOptions = { sorts, filters: ['family', 'from', 'to'] };

export const getFamily = ({ family }: ListRead<'at'>['values']) => auditFamilies.find((each) => each === family);

export function toInput(list: ListRead<'at'>) {
  const family = getFamily(list.values);
  return { ...inputOfList(list), ...getDays(list.values), ...(family ? { family } : {}) };
}

export const auditQuery = (input: CallInput<'GET /api/auth/audit'>) =>
  queryOptions({
    queryKey: ['records', 'audit', input],
    queryFn: ({ signal }) => call('GET /api/auth/audit', input, { signal }),
  });

export const loadAuditLog: PageLoader = ({ client, values }) => [
  client.ensureQueryData(auditQuery(toInput(readList(values, listOptions)))),
];
