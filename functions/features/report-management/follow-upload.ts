import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelUpload, followUpload, listUploads } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { wakeMailings } from '../notifications/index.ts';
import { prepare } from './from-service.ts';
import { publishOutcome, publishRows } from './publish.sql.ts';
import { findAccountOfUpload } from './upload-account.ts';
import { findUpload, findUploads, oneUpload, presentUpload, type Upload } from './upload-rows.ts';
import { takeTurn } from './write-parts.ts';

const failed = raw('imports.fail', {});
const dropped = raw('imports.drop', { n: 'int4' });

export const findMyUploads = bind(listUploads, async (_, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [findUploads(db)]);
  return { items: rows.map(presentUpload) };
});

/** Polling also finishes an upload: what the service has accepted is published in the same step. */
export const followOneUpload = bind(followUpload, async ({ id }, ctx) => {
  const [rows, accounts] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    findUpload(db, id),
    findAccountOfUpload(db, ctx, id),
  ]);
  const upload = oneUpload(rows);
  if (upload.state !== 'publishing' || !upload.serviceImportId) return presentUpload(upload);
  const account = await openUsable(ctx, accounts);
  const provider = getProvider(ctx);
  const now = await orRefused(ctx, provider.readImport(account, upload.workspaceId, upload.serviceImportId));
  if (now.state === 'publishing') return presentUpload(upload);
  if (now.state === 'failed') return end(ctx, upload, now.error ?? '');
  const ids = now.reports.map((report) => report.id);
  const prepared = await orRefused(ctx, prepare(provider, account, upload.workspaceId, ids, { withPages: true }));
  const problem = prepared.find((one) => one.problem)?.problem;
  // A report that the service has just accepted may not be listed yet: the next call asks again.
  if (problem) throw new AppError(problem === 'report_missing_at_service' ? 'report_service_down' : problem);
  const reports = prepared.flatMap(({ report }) => (report ? [{ ...report, title: report.name }] : []));
  const { accountId, workspaceId, groupId, subgroupId, audience, tell } = upload;
  const to = { accountId, workspaceId, groupId, subgroupId, audience, tell };
  const [, result, after] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    takeTurn(db, 'publish'),
    publishRows(db, ctx, reports, to, replaced(ctx, upload)),
    findUpload(db, id),
  ]);
  if (publishOutcome(result.rows).told > 0) wakeMailings(ctx);
  return presentUpload(oneUpload(after));
});

/** A file that replaced a published report: the report gets the new pages and requirements, and everything attached to it stays. */
const replaced = (ctx: SessionContext, { id, workspaceId }: Upload): SQL => sql`,
      again as (update reports t set needs_identity = i.needs_identity, needs_roles = i.needs_roles, dataset_id = i.dataset_id,
          embed_url = i.embed_url, pages = i.pages, version = t.version + 1
        from incoming i where lower(t.workspace_id) = lower(${workspaceId}) and lower(t.service_report_id) = lower(i.service_id)
        returning t.id),
      again_audit as (${auditEach(ctx, { what: 'report.replace', row: sql`again.id`, from: sql`again` })}),
      ended as (update imports set state = 'done', ended_at = app.now(), report_ids = (select coalesce(jsonb_agg(x.id), '[]')
          from (select w.id from w union all select again.id from again) x) where id = ${id}::uuid and state = 'publishing')`;

async function end(ctx: SessionContext, upload: Upload, error: string) {
  await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    failed(
      db,
      sql`with w as (update imports set state = 'failed', error = ${error}, ended_at = app.now()
          where id = ${upload.id}::uuid and state = 'publishing' returning id, name)
      ${auditEach(ctx, { what: 'import.failed', row: sql`w.id`, facts: { name: sql`w.name`, error }, from: sql`w` })}`,
    ),
  ]);
  return presentUpload({ ...upload, state: 'failed', error });
}

export const dropUpload = bind(cancelUpload, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    dropped(
      db,
      sql`with w as (delete from imports where id = ${id}::uuid returning id, name, state),
        a as (${auditEach(ctx, { what: 'import.drop', row: sql`w.id`, facts: { name: sql`w.name`, state: sql`w.state` }, from: sql`w` })})
      select count(*)::int as n from w`,
    ),
  ]);
  if (rows[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
