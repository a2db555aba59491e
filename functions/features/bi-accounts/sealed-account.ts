import type { AccountFields } from '../../../domain/bi-accounts/edit.ts';
import type { SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { secretPlace } from './open-account.ts';

/** An account for a tenant that is being created: its columns by name, the secret sealed for that tenant alone. */
export async function sealedAccount(
  ctx: SessionContext,
  { secret, ...fields }: AccountFields & { secret: string },
  tenantId: string,
): Promise<Record<string, string | null>> {
  const id = newId(ctx.clock.now());
  return {
    id,
    name: fields.name,
    sort_key: keyOfName(fields.name),
    directory_id: fields.directoryId,
    app_id: fields.appId,
    object_id: fields.objectId,
    secret_sealed: await ctx.sealer.seal(secret, secretPlace(tenantId, id)),
    secret_ends_at: fields.secretEndsOn && `${fields.secretEndsOn}T00:00:00Z`,
    subscription_id: fields.subscriptionId,
    resource_group: fields.resourceGroup,
    workspace_id: fields.workspaceId,
  };
}
