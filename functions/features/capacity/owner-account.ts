import { AppError } from '../../../domain/errors/catalogue.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { type ReportProvider, type ServiceAccount, ServiceError } from '../../services/report-service/port.ts';
import { findAccount, getProvider, openUsable } from '../bi-accounts/index.ts';
import type { ControlledRow } from './stored-capacity.ts';

export type OwnerService = { provider: ReportProvider; account: ServiceAccount };

/** The owner's account, opened for the calls of one request; null for the platform, which has no key to another unit's secrets. */
export async function ownerService(ctx: SessionContext, row: ControlledRow): Promise<OwnerService | null> {
  if (row.ownerTenantId !== ctx.session.tenant) return null;
  const [account] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [findAccount(db, ctx, row.ownerAccountId)]);
  try {
    return { provider: getProvider(ctx), account: await openUsable(ctx, account) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What the service answers, or null where it refuses: what depends on it is then said to be unknown. */
export async function orUnknown<T>(ctx: SessionContext, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx.log('capacity_unknown', { code: error.code, serviceRequestId: error.serviceRequestId });
    return null;
  }
}
