import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportGrants } from '../../../domain/report-access/contract.ts';
import { filterWords } from '../../../domain/reports/filter-words.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { conditions, present, type Row, rowColumns, source } from './grant-rows.ts';

export const exportGrantsAsCsv = bind(exportGrants, async (input, ctx) => {
  const [rows, reports] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select ${rowColumns} from ${source} where ${conditions(input)} order by x.created_at desc, x.id desc ${partOf(input)}`),
    db.execute(sql`select 1 from reports r where r.id = ${input.id}::uuid`),
  ]);
  if (reports.rows.length === 0) throw new AppError('not_found');
  const language = languageOf(ctx);
  const texts = exportTexts(language);
  const t = await recordTexts(language);
  return tableFile(ctx, texts.accessGrantsFile, rowsOf<Row>(rows).map(present), {
    subject: [texts.accessSubject, (row) => (row.subject.kind === 'everyone' ? texts.accessEveryone : row.subject.name)],
    email: [texts.accessEmail, (row) => (row.subject.kind === 'user' ? row.subject.detail : '')],
    people: [texts.accessPeople, (row) => row.people],
    identity: [
      texts.accessIdentity,
      (row) => (row.identity.as === 'fixed' ? row.identity.username : row.identity.as === 'own' ? texts.accessOwn : ''),
    ],
    roles: [texts.accessRoles, (row) => (row.identity.as === 'fixed' ? row.identity.roles.join(', ') : '')],
    filters: [texts.accessFilters, (row) => row.filters.map((filter) => filterWords(filter, t, language)).join('; ')],
    until: [texts.accessUntil, (row) => dayOf(row.validUntil)],
    by: [texts.accessBy, (row) => row.by],
    given: [texts.accessGiven, (row) => dayOf(row.createdAt)],
    note: [texts.accessNote, (row) => row.note],
  });
});
