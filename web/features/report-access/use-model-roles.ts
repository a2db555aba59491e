import { useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/api.ts';
import { type Access, refreshAccess } from './queries.ts';

const dayMs = 86_400_000;

/** Has the models' roles read from the service when an access form opens and they are unknown or a day old. */
export function useModelRoles(reports: readonly Access[]): void {
  const client = useQueryClient();
  useQueries({
    queries: reports.map(({ id, needsIdentity, rolesAt }) => ({
      queryKey: ['model-roles', id],
      queryFn: async () => {
        const { listed } = await call('POST /api/auth/reports/{id}/roles', { id });
        refreshAccess(client, id);
        return listed;
      },
      enabled: needsIdentity && (rolesAt === null || Date.parse(rolesAt) < Date.now() - dayMs),
      ...{ staleTime: dayMs, retry: false, refetchOnWindowFocus: false },
    })),
  });
}
