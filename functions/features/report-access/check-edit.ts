import { toFlag } from '../../../domain/contract/flag.ts';
import { editPermission } from '../../../domain/report-access/contract.ts';
import { mayEdit } from '../../../domain/report-access/edit-rule.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { reportFacts } from '../reports/index.ts';

/** May this user edit the report in place? A report they don't see answers no, like a missing one. */
export const checkEditPermission = bind(editPermission, async ({ reportId }, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, reportId)]);
  const [facts] = found.rows;
  const allowed = facts ? mayEdit({ allowEdit: facts.allow_edit, kind: facts.kind, reportType: facts.report_type }, ctx.session) : false;
  return { permission_edit: toFlag(allowed) };
});
