import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { SessionContext } from '../../http/context.ts';
import { accountViewerOf, accountVisible } from '../service/index.ts';

/** The account of an upload, as `openUsable` wants it; none where this person does not see the account. */
export const findAccountOfUpload = (db: Db, ctx: SessionContext, id: string) =>
  db.execute(sql`select a.id, a.name, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.profile_id, a.disabled, a.version from service_accounts a
    join imports i on i.tenant_id = a.tenant_id and i.account_id = a.id where i.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}`);
