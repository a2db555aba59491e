import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionContext } from '../../http/context.ts';
import type { ReportProvider, ServiceAccount } from '../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../services/report-service/powerbi.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

export type StoredAccount = {
  id: string;
  name: string;
  directory_id: string;
  app_id: string;
  object_id: string | null;
  secret_sealed: string;
  subscription_id: string | null;
  resource_group: string | null;
  workspace_id: string | null;
  profile_id: string | null;
  disabled: boolean;
  version: number;
};

export const storedColumns = sql`a.id, a.name, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.subscription_id, a.resource_group, a.workspace_id, a.profile_id, a.disabled, a.version`;

/** The account, if this person sees it. */
export const findAccount = (db: Db, ctx: SessionContext, id: string) =>
  db.execute(sql`select ${storedColumns} from service_accounts a where a.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}`);

export const secretPlace = (tenantId: string, rowId: string) => ({
  tenantId,
  table: 'service_accounts',
  rowId,
  column: 'secret_sealed',
});

/** The account found, disabled or not; one that is not there and one that is not seen answer the same. */
export function oneAccount(found: { rows: unknown[] }, field?: string): StoredAccount {
  const [row] = rowsOf<StoredAccount>(found);
  if (!row) throw new AppError('not_found', undefined, field ? { field } : {});
  return row;
}

/** Opens an account's secret for the calls of one request. */
export async function openAccount(ctx: SessionContext, row: StoredAccount): Promise<ServiceAccount> {
  const secret = await ctx.sealer.open(row.secret_sealed, secretPlace(ctx.session.tenant, row.id));
  return { directoryId: row.directory_id, appId: row.app_id, objectId: row.object_id, secret, profileId: row.profile_id };
}

/** Opens an account that may be used now: a disabled one is refused. */
export async function openUsable(ctx: SessionContext, found: { rows: unknown[] }, field?: string): Promise<ServiceAccount> {
  const row = oneAccount(found, field);
  if (row.disabled) throw new AppError('account_disabled', undefined, field ? { field } : {});
  return openAccount(ctx, row);
}

export const providerOf = (ctx: SessionContext): ReportProvider => powerBi(serviceAddresses(ctx.env));
