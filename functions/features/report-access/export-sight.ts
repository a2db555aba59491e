import { eq, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportSight, type SightRow } from '../../../domain/report-access/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getLanguage, getLastDay, getPart, tableFile } from '../../request/table-file.ts';
import { conditions, present, rowColumns, rowShape, source } from './sight-rows.ts';

const readAll = raw('report_access.export', rowShape);
const pathWords = { administrator: 'accessAdministrator', user: 'accessUser', group: 'accessGroup', everyone: 'accessEveryone' } as const;
export const pathText = (texts: ReturnType<typeof exportTexts>, { path }: Pick<SightRow, 'path'>): string =>
  path ? (path.name ?? texts[pathWords[path.kind]]) : '';

export const exportSightAsCsv = bind(exportSight, async (input, ctx) => {
  const [{ rows }, found] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readAll(db, sql`select ${rowColumns} from ${source} where ${conditions(input)} order by p.sort_key, p.id ${getPart(input)}`),
    db.select({ id: reports.id }).from(reports).where(eq(reports.id, input.id)),
  ]);
  if (found.length === 0) throw new AppError('not_found');
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.accessSightFile, rows.map(present), {
    person: [texts.accessPerson, (row) => row.name],
    email: [texts.accessEmail, (row) => row.email],
    path: [texts.accessPath, (row) => pathText(texts, row)],
    identity: [texts.accessIdentity, (row) => row.identity?.username],
    roles: [texts.accessRoles, (row) => row.identity?.roles.join(', ')],
    filters: [texts.accessFilters, (row) => row.filters],
    until: [texts.accessUntil, (row) => getLastDay(ctx, row.validUntil)],
    reasons: [texts.accessWhyNot, (row) => row.reasons.map((reason) => texts[`accessReason_${reason}`]).join('; ')],
  });
});
