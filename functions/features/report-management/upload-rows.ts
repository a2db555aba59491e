import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { UploadRow } from '../../../domain/report-management/import-contract.ts';
import type { SessionContext } from '../../http/context.ts';
import { ServiceError, type TemporaryUpload } from '../../services/report-service/port.ts';
import { orRefused } from '../service/index.ts';
import type { Placing } from './publish-write.ts';

export type Upload = {
  id: string;
  account_id: string;
  workspace_id: string;
  name: string;
  bytes: number;
  conflict: 'abort' | 'overwrite' | 'create';
  group_id: string | null;
  subgroup_id: string | null;
  audience: Placing['audience'];
  tell: boolean;
  parts: number;
  upload_sealed: string | null;
  service_import_id: string | null;
  state: UploadRow['state'];
  error: string | null;
  report_ids: string[];
  added_by: string | null;
  mine: boolean;
  created_at: string;
};

const columns = sql`i.id, i.account_id, i.workspace_id, i.name, i.bytes::float8 as bytes, i.conflict, i.group_id, i.subgroup_id, i.audience, i.tell, i.parts, i.upload_sealed, i.service_import_id, i.state, i.error, i.report_ids,
  (select u.name from users u where u.tenant_id = i.tenant_id and u.id = i.added_by_id) as added_by, i.added_by_id = (select app.user_id()) as mine, i.created_at`;
const keptDays = 7;
const shown = 50;
export const stillKept = sql`i.created_at > app.now() - make_interval(days => ${keptDays})`;

export const findUploads = (db: Db, where: SQL = stillKept) =>
  db.execute(sql`select ${columns} from imports i where ${where} order by i.created_at desc, i.id desc limit ${shown}`);
export const findUpload = (db: Db, id: string) => findUploads(db, sql`i.id = ${id}::uuid`);

export function oneUpload(found: { rows: unknown[] }): Upload {
  const [row] = rowsOf<Upload>(found);
  if (!row) throw new AppError('not_found');
  return row;
}

export const presentUpload = (row: Upload): UploadRow => ({
  id: row.id,
  name: row.name,
  bytes: row.bytes,
  workspaceId: row.workspace_id,
  state: row.state,
  error: row.error,
  reportIds: row.report_ids,
  addedBy: row.added_by,
  mine: row.mine,
  addedAt: new Date(row.created_at).toISOString(),
});

const sealedPlace = (ctx: SessionContext, rowId: string) => ({
  tenantId: ctx.session.tenant,
  table: 'imports',
  rowId,
  column: 'upload_sealed',
});

/** The address of a temporary upload lets anybody write there: it is stored sealed and never leaves the Worker. */
export const sealUpload = (ctx: SessionContext, id: string, upload: TemporaryUpload) =>
  ctx.sealer.seal(JSON.stringify(upload), sealedPlace(ctx, id));
export async function openUpload(ctx: SessionContext, row: Upload): Promise<TemporaryUpload> {
  if (!row.upload_sealed) throw new AppError('changed_meanwhile');
  return JSON.parse(await ctx.sealer.open(row.upload_sealed, sealedPlace(ctx, row.id))) as TemporaryUpload; // because it was written by sealUpload
}

/** The service's refusal of a file; a name that was taken meanwhile is told as such. */
export const orFileRefused = <T>(ctx: SessionContext, name: string, work: Promise<T>): Promise<T> =>
  orRefused(
    ctx,
    work.catch((error) => {
      if (error instanceof ServiceError && error.code === 'conflict') throw new AppError('report_name_taken', { name }, { field: 'name' });
      throw error;
    }),
  );
