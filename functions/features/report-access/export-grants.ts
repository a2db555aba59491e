import { eq, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportGrants } from '../../../domain/report-access/contract.ts';
import { filterWords } from '../../../domain/reports/filter-words.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getDay, getLanguage, getLastDay, getPart, tableFile } from '../../request/table-file.ts';
import { conditions, present, rowColumns, rowShape, source } from './grant-rows.ts';

const readAll = raw('grants.export', rowShape);

export const exportGrantsAsCsv = bind(exportGrants, async (input, ctx) => {
  const [{ rows }, found] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readAll(
      db,
      sql`select ${rowColumns} from ${source} where ${conditions(input)} order by x.created_at desc, x.id desc ${getPart(input)}`,
    ),
    db.select({ id: reports.id }).from(reports).where(eq(reports.id, input.id)),
  ]);
  if (found.length === 0) throw new AppError('not_found');
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  const t = await recordTexts(language);
  return tableFile(ctx, texts.accessGrantsFile, rows.map(present), {
    subject: [texts.accessSubject, (row) => (row.subject.kind === 'everyone' ? texts.accessEveryone : row.subject.name)],
    email: [texts.accessEmail, (row) => (row.subject.kind === 'user' ? row.subject.detail : '')],
    people: [texts.accessPeople, (row) => row.people],
    identity: [
      texts.accessIdentity,
      (row) => (row.identity.as === 'fixed' ? row.identity.username : row.identity.as === 'own' ? texts.accessOwn : ''),
    ],
    roles: [texts.accessRoles, (row) => (row.identity.as === 'fixed' ? row.identity.roles.join(', ') : '')],
    filters: [texts.accessFilters, (row) => row.filters.map((filter) => filterWords(filter, t, language)).join('; ')],
    until: [texts.accessUntil, (row) => getLastDay(ctx, row.validUntil)],
    by: [texts.accessBy, (row) => row.by],
    given: [texts.accessGiven, (row) => getDay(ctx, row.createdAt)],
    note: [texts.accessNote, (row) => row.note],
  });
});
