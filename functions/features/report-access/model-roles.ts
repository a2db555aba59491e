import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { reports } from '../../../db/schema/reports.ts';
import type { Action } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { type AccountRow, accountOfReport, getAccount, getProvider, toAppError } from '../reports/index.ts';

type Model = { workspace: string | null; dataset: string | null };

/** Where the service keeps a report's model; part of the trip that reads whether the caller may ask for its roles. */
export const modelQueries = (db: Db, reportId: string | SQL) =>
  [
    db
      .select({ workspace: reports.workspaceId, dataset: reports.datasetId })
      .from(reports)
      .where(and(eq(reports.id, sql`${reportId}::uuid`), eq(reports.kind, 'powerbi'))),
    accountOfReport(db, reportId),
  ] as const;

/** Reads the roles of the model from the service and stores them for every report of the same model. */
export async function keepModelRoles(
  ctx: SessionContext,
  action: Action,
  [[report], accounts]: readonly [readonly Model[], { rows: readonly AccountRow[] }],
): Promise<{ listed: boolean }> {
  if (!report) throw new AppError('not_found');
  const { workspace, dataset } = report;
  if (!workspace || !dataset) throw new AppError('report_missing_at_service');
  const account = await getAccount(ctx, accounts.rows[0] ?? null).catch((error) => Promise.reject(toAppError(error, ctx)));
  const roles = await getProvider(ctx)
    .modelRoles(account, workspace, dataset)
    .catch((error) => Promise.reject(toAppError(error, ctx)));
  // Without a list the stored one is invalid too: only roles that the model has may be offered.
  await ctx.database.withTenant(getEntry(ctx, action), (db) => [
    db
      .update(reports)
      .set({ modelRoles: roles, modelRolesAt: sql`app.now()` })
      .where(and(eq(reports.datasetId, dataset), eq(reports.kind, 'powerbi'))),
  ]);
  return { listed: roles !== null };
}
