import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';

export const ownAnswerQuery = queryOptions({
  queryKey: ['questionnaire', 'own'],
  queryFn: ({ signal }) => call('GET /api/auth/account/questionnaire', {}, { signal }),
  staleTime: 0,
});

export const answersQuery = (input: CallInput<'GET /api/auth/questionnaire'>) =>
  queryOptions({
    queryKey: ['questionnaire', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/questionnaire', input, { signal }),
    placeholderData: keepPreviousData,
  });

export function useRefreshAnswer(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['questionnaire'] });
}
