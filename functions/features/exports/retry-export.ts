import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { retryExport } from '../../../domain/exports/contract.ts';
import { activePerPerson } from '../../../domain/exports/limits.ts';
import { isRetriable } from '../../../domain/exports/states.ts';
import { knownLanguage } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { decide } from './decide.ts';
import { oneAtATime, retryRow } from './exports.sql.ts';
import { loadOwn } from './load-own.ts';
import { begin } from './start-export.ts';

/** Restarts the same request with a new decision about identity, watermark and account. */
export const retryOneExport = bind(retryExport, async ({ id }, ctx) => {
  const { row, facts: report } = await loadOwn(ctx, id);
  if (!isRetriable(row.state)) throw new AppError('export_over');
  const language = knownLanguage(row.language) ?? ctx.tenant.language;
  const decision = await decide(report, { ...row, language }, ctx);
  const [, { rows }] = await ctx.database
    .withTenant(getEntry(ctx, 'reports.view'), (db) => [oneAtATime(db, ctx), retryRow(db, ctx, { id, report, decision })])
    .catch((error: unknown) => {
      // The same export is already running, so no second row is added.
      if (error instanceof NeonDbError && error.code === '23505') throw new AppError('export_over');
      throw error;
    });
  const [retried] = rows;
  if (!retried) throw new AppError('export_limit', { count: activePerPerson }, { retryAfterSeconds: 30 });
  if (retried.file) ctx.later(ctx.env.FILES.delete(`${ctx.tenant.id}/${retried.file}`));
  ctx.later(begin(ctx, id));
  return { status: 'ok' as const };
});
