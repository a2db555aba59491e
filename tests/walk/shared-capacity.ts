import { query } from '../support/database.ts';
import { makeCapacity } from '../support/make-capacity.ts';
import { makeReport, makeServiceAccount, makeWorkspace } from '../support/make-content.ts';
import type { Tenant } from '../support/make-tenant.ts';

type OnCapacity = { tenant: Tenant; account: { id: string } };

/** A report of a unit that everyone there sees, in a workspace on the capacity. */
async function reportOn({ tenant, account }: OnCapacity, capacity: { id: string }): Promise<{ id: string }> {
  const workspace = await makeWorkspace(tenant, account);
  await query('update workspaces set capacity_id = (select c.service_capacity_id from capacities c where c.id = $1) where id = $2', [
    capacity.id,
    workspace.id,
  ]);
  return makeReport(tenant, { account, workspaceId: workspace.serviceId, grantTo: 'everyone' });
}

/** A paused capacity that the first unit controls and the second reaches too, with a report of each. */
export async function shareCapacity(owner: Tenant, other: Tenant) {
  const of = async (tenant: Tenant): Promise<OnCapacity> => ({
    tenant,
    account: await makeServiceAccount(tenant, { directoryId: 'directory', appId: 'app', secret: 'secret' }),
  });
  const [ours, theirs] = [await of(owner), await of(other)];
  const capacity = await makeCapacity([ours, theirs]);
  // Another look has it, so that none asks Azure.
  await query("update capacities set observed_state = 'paused', taken_until = now() + interval '1 day' where id = $1", [capacity.id]);
  return { id: capacity.id, ownReport: (await reportOn(ours, capacity)).id, otherReport: (await reportOn(theirs, capacity)).id };
}
