import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { finishUpload, sendPart } from '../../../domain/report-management/import-contract.ts';
import { partBytes } from '../../../domain/report-management/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { looksLike } from './report-file.ts';
import { findAccountOfUpload } from './upload-account.ts';
import { findUpload, oneUpload, openUpload, orFileRefused, type Upload } from './upload-rows.ts';

const signatureBytes = 512;
const notFile = () => new AppError('invalid_file', undefined, { field: 'file' });

const getSize = (upload: Upload, part: number): number =>
  upload.parts === 1 ? upload.bytes : part === upload.parts - 1 ? upload.bytes - part * partBytes : partBytes;

/** Streams one part to the service, never holding it whole. */
export const takePart = bind(sendPart, async ({ id, part: asked }, ctx, request) => {
  const [rows, accounts] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    findUpload(db, id),
    findAccountOfUpload(db, ctx, id),
  ]);
  const upload = oneUpload(rows);
  const part = Number(asked);
  if (part >= upload.parts) throw new AppError('not_found');
  if (upload.state !== 'uploading') throw new AppError('changed_meanwhile');
  const account = await openUsable(ctx, accounts);
  const bytes = getSize(upload, part);
  if (!request.body || Number(request.headers.get('content-length')) !== bytes) throw notFile();
  const body = part === 0 ? await checked(request.body, upload.name) : request.body;
  const provider = getProvider(ctx);
  if (upload.parts > 1) {
    const to = await openUpload(ctx, upload);
    await orRefused(ctx, provider.uploadPart(to, { index: part, body, bytes }));
    return { status: 'ok' as const };
  }
  const { workspaceId, name, conflict } = upload;
  const { importId } = await orFileRefused(ctx, name, provider.importFile(account, { workspaceId, name, conflict, body, bytes }));
  await markTaken(ctx, id, importId);
  return { status: 'ok' as const };
});

export const joinUpload = bind(finishUpload, async ({ id }, ctx) => {
  const [rows, accounts] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    findUpload(db, id),
    findAccountOfUpload(db, ctx, id),
  ]);
  const upload = oneUpload(rows);
  if (upload.state !== 'uploading') return { status: 'ok' as const };
  if (upload.parts === 1) throw new AppError('changed_meanwhile');
  const account = await openUsable(ctx, accounts);
  const provider = getProvider(ctx);
  const to = await openUpload(ctx, upload);
  await orRefused(ctx, provider.joinParts(to, upload.parts));
  const { workspaceId, name, conflict } = upload;
  const { importId } = await orFileRefused(ctx, name, provider.importFromUrl(account, { workspaceId, name, conflict, url: to.url }));
  await markTaken(ctx, id, importId);
  return { status: 'ok' as const };
});

const sent = raw('imports.sent', {});
const markTaken = (ctx: SessionContext, id: string, importId: string) =>
  ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    sent(
      db,
      sql`with w as (update imports set state = 'publishing', service_import_id = ${importId}, upload_sealed = null
          where id = ${id}::uuid and state = 'uploading' returning id, name)
      ${auditEach(ctx, { what: 'import.sent', row: sql`w.id`, facts: { name: sql`w.name` }, from: sql`w` })}`,
    ),
  ]);

/** Checks the first bytes before sending any: a file that isn't a report isn't sent. */
async function checked(body: ReadableStream<Uint8Array>, name: string): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const held: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < signatureBytes && !ended) {
    const { done, value } = await reader.read();
    ended = done;
    if (value) {
      held.push(value);
      size += value.byteLength;
    }
  }
  const head = new Uint8Array(await new Blob(held as Uint8Array<ArrayBuffer>[]).arrayBuffer()).subarray(0, signatureBytes);
  if (!looksLike(name, head)) {
    // A client that is cut off in the middle of a file sees a broken connection instead of the refusal.
    void reader.cancel().catch(() => undefined);
    throw notFile();
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = held.shift();
      if (next) return controller.enqueue(next);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
