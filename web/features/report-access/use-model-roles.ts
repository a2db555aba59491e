import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/api.ts';
import { type Access, refreshAccess } from './queries.ts';

const dayMs = 86_400_000;

/** Has the roles of the model read at the service when a form of access opens and they are not known or a day old. */
export function useModelRoles({ id, needsIdentity, rolesAt }: Access): void {
  const client = useQueryClient();
  useQuery({
    queryKey: ['model-roles', id],
    queryFn: async () => {
      const { listed } = await call('POST /api/auth/reports/{id}/roles', { id });
      refreshAccess(client, id);
      return listed;
    },
    enabled: needsIdentity && (rolesAt === null || Date.parse(rolesAt) < Date.now() - dayMs),
    ...{ staleTime: dayMs, retry: false, refetchOnWindowFocus: false },
  });
}
