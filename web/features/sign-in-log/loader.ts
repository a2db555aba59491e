import { queryOptions } from '@tanstack/react-query';
import { signInOutcomes, signInWays } from '../../../domain/sign-in-log/words.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const sorts = ['at'] as const;
export const listOptions = { sorts, filters: ['way', 'outcome', 'address', 'from', 'to'] };

export function toInput(list: ListRead<'at'>) {
  const { values } = list;
  const way = signInWays.find((each) => each === values.way);
  const outcome = signInOutcomes.find((each) => each === values.outcome);
  const address = values.address?.slice(0, 45);
  return {
    ...inputOfList(list),
    ...getDays(values),
    ...(way ? { way } : {}),
    ...(outcome ? { outcome } : {}),
    ...(address ? { address } : {}),
  };
}

export const signInLogQuery = (input: CallInput<'GET /api/auth/sign_ins'>) =>
  queryOptions({
    queryKey: ['records', 'sign-ins', input],
    queryFn: ({ signal }) => call('GET /api/auth/sign_ins', input, { signal }),
  });

export const loadSignInLog: PageLoader = ({ client, values }) => [
  client.ensureQueryData(signInLogQuery(toInput(readList(values, listOptions)))),
];
