import { asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '../../../db/schema/audit-log.ts';
import { reports } from '../../../db/schema/reports.ts';
import { customInWords } from '../../../domain/custom-fields/history.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { managedHistory } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { facts, whoDid } from '../../request/history.ts';
import { getLanguage } from '../../request/table-file.ts';
import { getPastFields, historyFieldsQuery } from '../custom-fields/index.ts';

const shown = 100;
/** The change history of a report itself, without its views. */
export const readManagedHistory = bind(managedHistory, async ({ id }, ctx) => {
  const a = alias(audit, 'a');
  const [[report], rows, custom] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    db.select({ id: reports.id }).from(reports).where(eq(reports.id, id)),
    db
      .select({ id: a.id, at: a.at, who: sql<string | null>`${whoDid}`, what: a.what, change: a.change })
      .from(a)
      .where(eq(a.rowId, id))
      .orderBy(desc(a.at), asc(a.id))
      .limit(shown),
    historyFieldsQuery(db, 'report'),
  ]);
  if (!report) throw new AppError('not_found');
  const fields = getPastFields(custom);
  const reader = { fields, language: getLanguage(ctx), own: ctx.tenant.language };
  return {
    items: rows.map(({ at, change, ...row }) => ({
      ...row,
      at: toIso(at),
      ...customInWords({ before: facts(change.before), after: facts(change.after) }, reader),
    })),
  };
});
