import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { imports } from '../../../db/schema/report-management.ts';
import type { SessionContext } from '../../request/context.ts';
import { accounts, accountVisible, getAccountViewer, storedAccounts } from '../bi-accounts/index.ts';

/** The account of an upload, as `openUsable` needs it; none where this user can't see the account. */
export const findAccountOfUpload = (db: Db, ctx: SessionContext, id: string) =>
  storedAccounts(db)
    .innerJoin(imports, and(eq(imports.tenantId, accounts.tenantId), eq(imports.accountId, accounts.id)))
    .where(and(eq(imports.id, id), accountVisible(getAccountViewer(ctx))));
