import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { translate } from '../../../i18n.ts';
import { toast } from '../../../ui/toast.ts';
import { reportQuery } from '../queries.ts';

/** A one-time notification when newer data is there, toggled on and off. */
export function useFreshNotice(id: string): { waits: boolean; toggle: () => void } {
  const client = useQueryClient();
  const query = reportQuery(id);
  // No suspense: reads what the viewer has requested.
  const waits = useQuery({ ...query, enabled: false }).data?.tellsWhenFresh ?? false;
  const paint = (tellsWhenFresh: boolean) => client.setQueryData(query.queryKey, (before) => before && { ...before, tellsWhenFresh });
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) =>
      wanted ? call('PUT /api/auth/reports/{id}/fresh_notice', { id }) : call('DELETE /api/auth/reports/{id}/fresh_notice', { id }),
    onMutate: paint,
    onSuccess: (_, wanted) => toast.success(translate(wanted ? 'views.fresh.on' : 'views.fresh.off')),
    onError: (error, wanted) => {
      paint(!wanted);
      if (error instanceof ApiError && error.handled) return;
      toast.error(translate('views.fresh.failed'), { code: error instanceof ApiError ? error.requestId : undefined });
    },
  });
  return { waits, toggle: () => mutate(!waits) };
}
