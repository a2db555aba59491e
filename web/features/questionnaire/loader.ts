import { queryOptions } from '@tanstack/react-query';
import { positions } from '../../../domain/users/person.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const sorts = ['answered'] as const;
export const listOptions = { sorts, filters: ['answer'] };
export const questionnaireKey = ['questionnaire'] as const;

export function toInput(list: ListRead<'answered'>) {
  const answer = positions.find((each) => each === list.values.answer);
  return { ...inputOfList(list), ...(answer ? { answer } : {}) };
}

export const answersQuery = (input: CallInput<'GET /api/auth/questionnaire'>) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/questionnaire', input, { signal }),
  });

export const loadAnswers: PageLoader = ({ client, values }) => [
  client.ensureQueryData(answersQuery(toInput(readList(values, listOptions)))),
];
