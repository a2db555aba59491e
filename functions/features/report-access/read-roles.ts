import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readRoles } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { type AccountRow, accountOf, accountOfReport, providerOf, refusalOf } from '../reports/index.ts';

type Found = { workspace_id: string | null; dataset_id: string | null };

/** Reads the roles of the model at the service and keeps them for every report of the same model. */
export const readModelRoles = bind(readRoles, async ({ id }, ctx) => {
  const entry = entryOf(ctx, 'grants.manage');
  const [found, accounts] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`select r.workspace_id, r.dataset_id from reports r where r.id = ${id}::uuid and r.kind = 'powerbi'`),
    accountOfReport(db, id),
  ]);
  const [report] = rowsOf<Found>(found);
  if (!report) throw new AppError('not_found');
  if (!report.workspace_id || !report.dataset_id) throw new AppError('report_missing_at_service');
  const account = await accountOf(ctx, rowsOf<AccountRow>(accounts)[0] ?? null).catch((error) => Promise.reject(refusalOf(error, ctx)));
  const roles = await providerOf(ctx)
    .modelRoles(account, report.workspace_id, report.dataset_id)
    .catch((error) => Promise.reject(refusalOf(error, ctx)));
  // Without a list the former one is worth nothing either: what is offered must be what the model has.
  await ctx.database.withTenant(entry, (db) => [
    db.execute(
      sql`update reports set model_roles = ${roles && JSON.stringify(roles)}::jsonb, model_roles_at = app.now() where dataset_id = ${report.dataset_id} and kind = 'powerbi'`,
    ),
  ]);
  return { listed: roles !== null };
});
