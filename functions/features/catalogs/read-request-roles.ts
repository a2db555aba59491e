import { sql } from 'drizzle-orm';
import { readRequestRoles } from '../../../domain/catalogs/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keepModelRoles, modelQueries } from '../report-access/index.ts';
import { getDecision } from './decide-request.ts';
import { readDecision } from './decisions.sql.ts';
import { requests } from './request-row.ts';

/** Reads the roles of the requested report's model for the decider, who may be its owner and have no permission to manage access. */
export const readRolesForRequest = bind(readRequestRoles, async ({ id }, ctx) => {
  const ofReport = sql`(select q.report_id from ${requests} where q.id = ${id}::uuid)`;
  const [model, account, found] = await ctx.database.withTenant(getEntry(ctx, 'catalogs.view'), (db) => [
    ...modelQueries(db, ofReport),
    readDecision(db, ctx, id),
  ]);
  getDecision(found.rows[0], 'pending');
  return keepModelRoles(ctx, 'catalogs.view', [model, account]);
});
