import { sql } from 'drizzle-orm';
import { auditedAct } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { registerCapacity } from '../../../domain/capacity/contract.ts';
import { matchByName } from '../../../domain/capacity/matching.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { type ReportProvider, type ServiceAccount, ServiceError } from '../../services/report-service/port.ts';
import { findAccount, getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { lookSoon } from './look-soon.ts';
import { orUnknown } from './owner-account.ts';

const register = raw('capacity.register', { id: 'uuid', controls: 'bool' });

/** The capacity in Azure, if the account may write, suspend and resume it. */
async function capacityWithRights(ctx: SessionContext, provider: ReportProvider, account: ServiceAccount, armId: string) {
  const closed = (error: unknown) => {
    if (error instanceof ServiceError && error.code === 'not_found') throw new AppError('not_found', undefined, { field: 'armId' });
    if (error instanceof ServiceError && error.code === 'forbidden') throw new AppError('capacity_rights', undefined, { field: 'armId' });
    throw error;
  };
  const [rights, capacity] = await orRefused(
    ctx,
    Promise.all([provider.azureCapacityRights(account, armId), provider.azureCapacity(account, armId)]).catch(closed),
  );
  if (!rights.write || !rights.suspend || !rights.resume) throw new AppError('capacity_rights', undefined, { field: 'armId' });
  return capacity;
}

/**
 * Joins a capacity for control (SECOND_HALF 2.3, 1 and 2). Its id in Azure is what it is known by; the service's own id is found by its
 * name, or chosen where names leave a doubt.
 */
export const registerOneCapacity = bind(registerCapacity, async ({ accountId, armId, serviceCapacityId }, ctx) => {
  const [accounts] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [findAccount(db, ctx, accountId)]);
  const account = await openUsable(ctx, accounts, 'accountId');
  const provider = getProvider(ctx);
  const { name, kind, sku, location, resourceGroup, state } = await capacityWithRights(ctx, provider, account, armId);
  const listed = await orUnknown(ctx, provider.listCapacities(account));
  const match = matchByName(listed, { name, size: sku });
  const serviceId = listed?.find((one) => one.id === serviceCapacityId)?.id ?? match.id;
  const facts = { armId, kind, name, resourceGroup, region: location, size: sku, state, serviceCapacityId: serviceId };
  const id = newId(ctx.clock.now());
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    register(db, sql`select id, controls from app.register_capacity(${id}::uuid, ${accountId}::uuid, ${JSON.stringify(facts)}::jsonb)`),
    auditedAct(db, ctx, 'capacity.register', accountId, { capacity: name, account: accounts[0]?.name ?? '' }),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('changed_meanwhile');
  lookSoon(ctx, row.id);
  return { id: row.id, controls: toFlag(row.controls), ambiguous: toFlag(serviceId === null) };
});
