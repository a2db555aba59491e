import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportGrants } from '../../../domain/report-access/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { csvOf, dayOf, mostRows } from './csv.ts';
import { conditions, present, type Row, rowColumns, source } from './grant-rows.ts';

export const exportGrantsAsCsv = bind(exportGrants, async (input, ctx) => {
  const [rows, reports] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select ${rowColumns} from ${source} where ${conditions(input)} order by x.created_at desc, x.id desc limit ${mostRows}`),
    db.execute(sql`select 1 from reports r where r.id = ${input.id}::uuid`),
  ]);
  if (reports.rows.length === 0) throw new AppError('not_found');
  const texts = exportTexts(ctx.language ?? ctx.tenant.language);
  const items = rowsOf<Row>(rows).map(present);
  const csv = await csvOf(
    ctx,
    items.map((row) => ({
      [texts.accessSubject]: row.subject.kind === 'everyone' ? texts.accessEveryone : (row.subject.name ?? ''),
      [texts.accessEmail]: row.subject.kind === 'user' ? (row.subject.detail ?? '') : '',
      [texts.accessPeople]: row.people,
      [texts.accessIdentity]: row.identity.as === 'fixed' ? row.identity.username : row.identity.as === 'own' ? texts.accessOwn : '',
      [texts.accessRoles]: row.identity.as === 'fixed' ? row.identity.roles.join(', ') : '',
      [texts.accessFilters]: row.filters
        .map((filter) => `${filter.table}.${filter.column} ${filter.operator} ${filter.values.join(', ')}`)
        .join('; '),
      [texts.accessUntil]: dayOf(row.validUntil),
      [texts.accessBy]: row.by ?? '',
      [texts.accessGiven]: dayOf(row.createdAt),
      [texts.accessNote]: row.note,
    })),
  );
  return { filename: `${texts.accessGrantsFile}.csv`, csv, rows: items.length };
});
