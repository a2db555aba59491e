import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type ExportStateName, startExport } from '../../../domain/exports/contract.ts';
import { activePerPerson } from '../../../domain/exports/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { reportFacts } from '../reports/index.ts';
import { decide } from './decide.ts';
import { oneAtATime, startRow } from './exports.sql.ts';

/** Starts an export, or returns a finished file with the same content. A repeated click finds the row of the first one. */
export const startOneExport = bind(startExport, async (input, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, input.id)]);
  const [report] = found.rows;
  if (!report) throw new AppError('not_found');
  const language = input.language ?? ctx.language ?? ctx.tenant.language;
  const wanted = { format: input.format, pages: [...new Set(input.pages)], bookmark: input.bookmark, language };
  const decision = await decide(report, wanted, ctx);
  const id = newId(ctx.clock.now());
  const [, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    oneAtATime(db, ctx),
    startRow(db, ctx, { id, report, wanted, decision }, isOn(input.mail)),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('export_limit', { count: activePerPerson }, { retryAfterSeconds: 30 });
  if (row.state === 'queued') ctx.later(begin(ctx, row.id));
  if (row.state === 'ready' && row.mail) wakeOutbox(ctx);
  return { id: row.id, state: row.state as ExportStateName }; // because the column holds no other value
});

/** With a short delay, so that the answer goes out first and the user can still cancel before the service is called. */
export const begin = (ctx: SessionContext, id: string) => sendMessage(ctx.env, { kind: 'export', tenant: ctx.session.tenant, id }, 1);
