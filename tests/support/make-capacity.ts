import { randomUUID } from 'node:crypto';
import { defaultCapacity, getAzure } from '../../dev/powerbi/world-demo.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

type Member = { tenant: { id: string }; account: { id: string } };

/** A registered capacity that no look is due for; its first member owns it. */
export async function makeCapacity([owner, ...others]: readonly [Member, ...Member[]]): Promise<{ id: string }> {
  const id = makeId();
  const arm = `/subscriptions/${randomUUID()}/resourcegroups/rg/providers/microsoft.powerbidedicated/capacities/capacidade`;
  await query(
    `insert into capacities (id, arm_id, kind, name, service_capacity_id, owner_tenant_id, owner_account_id, base_size, observed_state,
        observed_size, observed_at)
      values ($1, $2, 'embedded', 'capacidade', $3, $4, $5, 'A1', 'running', 'A1', now())`,
    [id, arm, randomUUID(), owner.tenant.id, owner.account.id],
  );
  for (const { tenant, account } of [owner, ...others])
    await query('insert into capacity_members (tenant_id, capacity_id, account_id) values ($1, $2, $3)', [tenant.id, id, account.id]);
  return { id };
}

/** Where the stand-in's Azure has the capacity that a principal gets by itself. */
export function getArmId({ directoryId, workspaceId }: { directoryId: string; workspaceId: string }): string {
  const { subscriptionId, resourceGroup } = getAzure(directoryId);
  const { name } = defaultCapacity(directoryId, workspaceId);
  return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/Microsoft.PowerBIDedicated/capacities/${name}`;
}
