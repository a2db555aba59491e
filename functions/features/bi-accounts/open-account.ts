import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionContext } from '../../request/context.ts';
import type { ReportProvider, ServiceAccount } from '../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../services/report-service/powerbi.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';

const storedColumns = {
  id: a.id,
  name: a.name,
  directoryId: a.directoryId,
  appId: a.appId,
  objectId: a.objectId,
  secretSealed: a.secretSealed,
  subscriptionId: a.subscriptionId,
  resourceGroup: a.resourceGroup,
  workspaceId: a.workspaceId,
  profileId: a.profileId,
  disabled: a.disabled,
  version: a.version,
};

/** Accounts `a` as `openAccount` needs them; the caller adds joins, conditions and order. */
export const storedAccounts = (db: Db) => db.select(storedColumns).from(a);
export type StoredAccount = Awaited<ReturnType<typeof storedAccounts>>[number];

/** The account, if this user sees it. */
export const findAccount = (db: Db, ctx: SessionContext, id: string) =>
  storedAccounts(db).where(and(eq(a.id, id), accountVisible(getAccountViewer(ctx))));

export const secretPlace = (tenantId: string, rowId: string) => ({
  tenantId,
  table: 'service_accounts',
  rowId,
  column: 'secret_sealed',
});

/** The account found, disabled or not; a missing and an invisible one answer the same. */
export function oneAccount([row]: readonly StoredAccount[], field?: string): StoredAccount {
  if (!row) throw new AppError('not_found', undefined, field ? { field } : {});
  return row;
}

/** Opens an account's secret for the calls of one request. */
export async function openAccount(ctx: SessionContext, row: StoredAccount): Promise<ServiceAccount> {
  const { id, directoryId, appId, objectId, secretSealed, profileId } = row;
  const secret = await ctx.sealer.open(secretSealed, secretPlace(ctx.session.tenant, id));
  return { directoryId, appId, objectId, secret, profileId };
}

/** Opens an account that may be used now: a disabled one is refused. */
export async function openUsable(ctx: SessionContext, found: readonly StoredAccount[], field?: string): Promise<ServiceAccount> {
  const row = oneAccount(found, field);
  if (row.disabled) throw new AppError('account_disabled', undefined, field ? { field } : {});
  return openAccount(ctx, row);
}

export const getProvider = (ctx: SessionContext): ReportProvider => powerBi(serviceAddresses(ctx.env));
