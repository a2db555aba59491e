import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { modelRolesQuery } from '../report-access/index.ts';
import { type OneRequest, requestQuery } from './queries.ts';

/** The roles of the requested report's model; a decider may have no permission to manage its access otherwise. */
export function useRequestRoles({ id, state, report, restriction, rolesAt }: OneRequest): void {
  const client = useQueryClient();
  const asked = state === 'pending' && report !== null && restriction !== null;
  const model = { id: report?.id ?? id, needsIdentity: asked && restriction.needsIdentity, rolesAt };
  // No suspense: the form is usable before the roles are read, and shows the answer of `requestQuery`.
  useQuery(
    modelRolesQuery(model, async () => {
      const { listed } = await call('POST /api/auth/catalog-requests/{id}/roles', { id });
      void client.invalidateQueries({ queryKey: requestQuery(id).queryKey });
      return listed;
    }),
  );
}
