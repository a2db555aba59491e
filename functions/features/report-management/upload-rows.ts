import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { imports } from '../../../db/schema/report-management.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { UploadRow } from '../../../domain/report-management/import-contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { ServiceError, type TemporaryUpload } from '../../services/report-service/port.ts';
import { orRefused } from '../bi-accounts/index.ts';

const keptDays = 7;
const shown = 50;
// In a list of uploads `i` is the upload.
const i = alias(imports, 'i');
export const stillKept = sql`i.created_at > app.now() - make_interval(days => ${keptDays})`;
const addedBy = sql<string | null>`(select u.name from users u where u.tenant_id = i.tenant_id and u.id = i.added_by_id)`;
const mine = sql<boolean>`i.added_by_id = (select app.user_id())`;

export const findUploads = (db: Db, where: SQL = stillKept) =>
  db
    .select({
      ...{ id: i.id, accountId: i.accountId, workspaceId: i.workspaceId, name: i.name, bytes: i.bytes, conflict: i.conflict },
      ...{ groupId: i.groupId, subgroupId: i.subgroupId, audience: i.audience, tell: i.tell, parts: i.parts },
      ...{ uploadSealed: i.uploadSealed, serviceImportId: i.serviceImportId, state: i.state, error: i.error, reportIds: i.reportIds },
      ...{ addedBy, mine, createdAt: i.createdAt },
    })
    .from(i)
    .where(where)
    .orderBy(desc(i.createdAt), desc(i.id))
    .limit(shown);
export const findUpload = (db: Db, id: string) => findUploads(db, eq(i.id, id));
export type Upload = Awaited<ReturnType<typeof findUploads>>[number];

export function oneUpload([row]: readonly Upload[]): Upload {
  if (!row) throw new AppError('not_found');
  return row;
}

export const presentUpload = (row: Upload): UploadRow => ({
  id: row.id,
  name: row.name,
  bytes: row.bytes,
  workspaceId: row.workspaceId,
  state: row.state,
  error: row.error,
  reportIds: row.reportIds,
  addedBy: row.addedBy,
  mine: row.mine,
  addedAt: toIso(row.createdAt),
});

const sealedPlace = (ctx: SessionContext, rowId: string) => ({
  tenantId: ctx.session.tenant,
  table: 'imports',
  rowId,
  column: 'upload_sealed',
});

/** The address of a temporary upload allows anyone to write there: it is stored sealed and never leaves the Worker. */
export const sealUpload = (ctx: SessionContext, id: string, upload: TemporaryUpload) =>
  ctx.sealer.seal(JSON.stringify(upload), sealedPlace(ctx, id));
export async function openUpload(ctx: SessionContext, row: Upload): Promise<TemporaryUpload> {
  if (!row.uploadSealed) throw new AppError('changed_meanwhile');
  const opened = await ctx.sealer.open(row.uploadSealed, sealedPlace(ctx, row.id));
  return JSON.parse(opened) as TemporaryUpload; // because it was written by sealUpload
}

/** The service's refusal of a file; if the name was taken in the meantime, that is the reason. */
export const orFileRefused = <T>(ctx: SessionContext, name: string, work: Promise<T>): Promise<T> =>
  orRefused(
    ctx,
    work.catch((error) => {
      if (error instanceof ServiceError && error.code === 'conflict') throw new AppError('report_name_taken', { name }, { field: 'name' });
      throw error;
    }),
  );
