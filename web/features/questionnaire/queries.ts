import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { questionnaireKey } from './loader.ts';

export const ownAnswerQuery = queryOptions({
  queryKey: [...questionnaireKey, 'own'],
  queryFn: ({ signal }) => call('GET /api/auth/account/questionnaire', {}, { signal }),
  staleTime: 0,
});

export function useRefreshAnswer(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: questionnaireKey });
}
