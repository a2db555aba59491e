import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { keepCopy } from '../../../domain/report-access/contract.ts';
import { mayEdit } from '../../../domain/report-access/edit-rule.ts';
import { cut } from '../../../domain/text/cut.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import type { ServiceReport } from '../../services/report-service/port.ts';
import {
  type AccountRow,
  accountOf,
  accountOfReport,
  grantOf,
  nearestGrantFirst,
  providerOf,
  type ReportFacts,
  refusalOf,
  reportFacts,
} from '../reports/index.ts';

const storeCopy = raw('reports.store_copy', { id: 'uuid', title: 'text' });
const me = sql`(select app.user_id())`;
const longestTitle = 200;
// The options that a copy takes over from the original; it is neither verified nor in the catalog, and not a favorite of any user.
const kept = sql.raw(
  `group_id, subgroup_id, description, kind, account_id, workspace_id, dataset_id, report_type, needs_identity, needs_roles,
    cover_kind, navigation_panel, side_filter, hidden_pages, visual_headers, mobile_background,
    orientation, show_last_update, tenant_colors,
    data_at, freshness, checked_at, allow_edit, ignore_rls, ignore_rls_role, restriction, resolution, on_app, watermark, pages`,
);

/** Registers what was saved as a copy at the service. The service itself is asked what it is; only a copy on the same data is accepted. */
export const keepSavedCopy = bind(keepCopy, async ({ id, serviceReportId }, ctx) => {
  const entry = entryOf(ctx, 'reports.manage');
  const [found, accounts] = await ctx.database.withTenant(entry, (db) => [reportFacts(db, ctx, id), accountOfReport(db, id)]);
  const [facts] = found.rows;
  if (!facts) throw new AppError('not_found');
  if (!mayEdit({ allowEdit: facts.allow_edit, kind: facts.kind, reportType: facts.report_type }, ctx.session))
    throw new AppError('edit_not_permitted');
  const copy = await readCopy(ctx, facts, accounts.rows[0] ?? null, serviceReportId);
  const newReport = newId(ctx.clock.now());
  const title = cut(copy.name.trim(), longestTitle) || facts.title;
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    storeCopy(
      db,
      sql`with taken as (select r.id, r.title, r.owner_id from reports r where r.service_report_id = ${copy.id} limit 1),
        w as (insert into reports (id, title, sort_key, service_report_id, embed_url, owner_id, added_by_id, ${kept})
          select ${newReport}::uuid, ${title}, ${fold(title)}, ${copy.id}, ${copy.embedUrl}, ${me}, ${me}, ${kept}
          from reports r where r.id = ${id}::uuid and not exists (select from taken) returning id, title),
        words as (insert into report_words (word, report_id)
          select t.word, w.id from w, jsonb_array_elements_text(${JSON.stringify(searchWords(title))}::jsonb) t (word)),
        g as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id)
          select ${newId(ctx.clock.now())}::uuid, w.id, 'user', ${me}, path.identity, path.filters, path.valid_until, 'publish', ${me}
          from w, lateral (select x.identity, x.filters, x.valid_until from grants x
            where x.report_id = ${id}::uuid and ${grantOf(ctx.session.sub)} order by ${nearestGrantFirst} limit 1) path),
        a as (${auditEach(ctx, { what: 'report.copy', row: sql`w.id`, facts: { of: id, after: { title: sql`w.title` } }, from: sql`w` })})
      select w.id, w.title from w union all select t.id, t.title from taken t where t.owner_id = ${me}`,
    ),
  ]);
  const [stored] = rows;
  if (!stored) throw new AppError('not_found', undefined, { field: 'serviceReportId' });
  return stored;
});

async function readCopy(ctx: SessionContext, facts: ReportFacts, row: AccountRow | null, serviceReportId: string): Promise<ServiceReport> {
  try {
    const copy = await providerOf(ctx).getReport(await accountOf(ctx, row), facts.workspace_id ?? '', serviceReportId);
    if (copy.id !== facts.service_report_id && copy.datasetId === facts.dataset_id) return copy;
  } catch (error) {
    throw refusalOf(error, ctx);
  }
  throw new AppError('not_found', undefined, { field: 'serviceReportId' });
}
