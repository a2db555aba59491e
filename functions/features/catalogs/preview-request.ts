import { sql } from 'drizzle-orm';
import { previewRequest } from '../../../domain/catalogs/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { previewAs, previewQueries } from '../report-access/index.ts';
import { getDecision } from './decide-request.ts';
import { readDecision, recordPreview } from './decisions.sql.ts';
import { requests } from './request-row.ts';

/** Shows the decider the report under the identity in the form. Refused if the model requires an identity and there is none. */
export const previewOneRequest = bind(previewRequest, async ({ id, identity, filters }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.view');
  const of = (column: 'report_id' | 'user_id') => sql`(select q.${sql.identifier(column)} from ${requests} where q.id = ${id}::uuid)`;
  const [facts, account, cached, found] = await ctx.database.withTenant(entry, (db) => [
    ...previewQueries(db, ctx, of('report_id'), of('user_id'), identity),
    readDecision(db, ctx, id),
    recordPreview(db, ctx, id, identity),
  ]);
  const [row] = found.rows;
  getDecision(row, row?.state === 'granted' ? 'granted' : 'pending');
  const shown = await previewAs(ctx, 'catalogs.view', [facts, account, cached], { identity, filters });
  if (!shown.embed) throw new AppError('report_identity_refused');
  return { identity: shown.identity, embed: shown.embed };
});
