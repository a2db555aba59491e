import { randomUUID } from 'node:crypto';
import { control, type Principal } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { makeWorkspace } from '../support/make-content.ts';

/** A service principal whose workspace is on its own capacity in Azure, in the given state. */
export async function principalOnCapacity(state: 'running' | 'paused'): Promise<Principal & { armId: string; capacity: string }> {
  const [directoryId, appId, secret, workspaceId, datasetId, serviceReportId, copyId, capacity] = Array.from({ length: 8 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string, string, string]; // because eight ids are made
  const reports = [serviceReportId, copyId].map((id) => ({ id, datasetId }));
  const name = `cap${capacity.slice(0, 8)}`;
  const place = (await control('POST', '/__sim/principals', {
    ...{ directoryId, appId, secret },
    capacities: [{ id: capacity, name, kind: 'fabric', state }],
    workspaces: [{ id: workspaceId, capacityId: capacity, datasets: [{ id: datasetId, roles: {} }], reports }],
  })) as { subscriptionId: string; resourceGroup: string }; // because the stand-in answers so
  const armId =
    `/subscriptions/${place.subscriptionId}/resourceGroups/${place.resourceGroup}/providers/Microsoft.Fabric/capacities/${name}`.toLowerCase();
  return { directoryId, appId, secret, workspaceId, datasetId, serviceReportId, copyId, armId, capacity };
}

export type Rules = Partial<{ wake_by: string; wake_outside: boolean; follow_shifts: boolean; wake_seconds: number[] }>;

/**
 * Registers the capacity for the units with an account on it; the first one owns it. `observed` seconds ago it was seen in `state`. Unless
 * `isLive`, the reconciler leaves it alone: another look has it.
 */
export async function registerCapacity(
  at: { tenant: { id: string }; others?: readonly { id: string }[]; principal: { armId: string; capacity: string; workspaceId: string } },
  {
    state = 'paused',
    observed = 0,
    rules = {},
    isLive = false,
  }: { state?: string; observed?: number; rules?: Rules; isLive?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into capacities (id, arm_id, kind, name, service_capacity_id, owner_tenant_id, base_size, observed_state, observed_size, observed_at,
        wake_by, wake_outside, follow_shifts, wake_seconds, owner_account_id, taken_until)
      values ($1, $2, 'fabric', 'F2', $3, $4, 'F2', $5, 'F2', now() - make_interval(secs => $6), $7, $8, $9, $10,
        (select a.id from service_accounts a where a.tenant_id = $4 limit 1), case when not $11::boolean then now() + interval '1 hour' end)`,
    [
      ...[id, at.principal.armId, at.principal.capacity, at.tenant.id, state, observed],
      ...[rules.wake_by ?? 'everyone', rules.wake_outside ?? false, rules.follow_shifts ?? true, rules.wake_seconds ?? [], String(isLive)],
    ] as never[], // because the driver's arrays aren't typed
  );
  for (const tenant of [at.tenant, ...(at.others ?? [])]) {
    const accounts = await query('select id from service_accounts where tenant_id = $1', [tenant.id]);
    for (const account of accounts) {
      const mine = { id: String(account.id) };
      const { id: workspace } = await makeWorkspace(tenant, mine, { serviceId: at.principal.workspaceId });
      await query('update workspaces set capacity_id = $2 where id = $1', [workspace, at.principal.capacity]);
      await query('insert into capacity_members (tenant_id, capacity_id, account_id) values ($1, $2, $3)', [tenant.id, id, mine.id]);
    }
  }
  return id;
}

/** A shift of the capacity's owner that keeps it on. */
export const makeShift = (tenant: { id: string }, capacity: string, starts: string, ends: string) =>
  query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends)
      values ($1, gen_random_uuid(), 'Dia', 'dia', 'capacity', $2, '{1,2,3,4,5,6,7}', $3, $4)`,
    [tenant.id, capacity, starts, ends],
  );
