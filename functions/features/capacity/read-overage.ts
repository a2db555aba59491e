import { readCapacityOverage } from '../../../domain/capacity/contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orUnknown, ownerService } from './owner-account.ts';
import { controlled, readFacts } from './stored-capacity.ts';

export const readOneOverage = bind(readCapacityOverage, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [readFacts(db, id)]);
  const row = controlled(rows);
  const service = row.kind === 'fabric' ? await ownerService(ctx, row) : null;
  const found = service && (await orUnknown(ctx, service.provider.azureCapacityOverage(service.account, row.armId)));
  return { overage: found && { enabled: toFlag(found.enabled), hours: found.hours } };
});
