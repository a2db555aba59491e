import { useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { type Access, refreshAccess } from './queries.ts';

const dayMs = 86_400_000;

type Model = { id: string; needsIdentity: boolean; rolesAt: string | null };

/** Has a model's roles read when a form for identities opens and they are unknown or a day old; `read` also refetches what shows them. */
export const modelRolesQuery = ({ id, needsIdentity, rolesAt }: Model, read: () => Promise<boolean>) => ({
  queryKey: ['model-roles', id],
  queryFn: read,
  enabled: needsIdentity && (rolesAt === null || Date.parse(rolesAt) < Date.now() - dayMs),
  ...{ staleTime: dayMs, retry: false, refetchOnWindowFocus: false },
});

/** The roles of the models of reports whose access this user manages. */
export function useModelRoles(reports: readonly Access[]): void {
  const client = useQueryClient();
  // No suspense: has the roles read beside a form that is there without them.
  useQueries({
    queries: reports.map((report) =>
      modelRolesQuery(report, async () => {
        const { listed } = await call('POST /api/auth/reports/{id}/roles', { id: report.id });
        refreshAccess(client, report.id);
        return listed;
      }),
    ),
  });
}
