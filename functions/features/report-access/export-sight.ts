import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportSight } from '../../../domain/report-access/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { csvOf, dayOf, mostRows } from './csv.ts';
import { conditions, present, type Row, rowColumns, source } from './sight-rows.ts';

const pathWords = { administrator: 'accessAdministrator', user: 'accessUser', group: 'accessGroup', everyone: 'accessEveryone' } as const;

export const exportSightAsCsv = bind(exportSight, async (input, ctx) => {
  const [rows, reports] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select ${rowColumns} from ${source} where ${conditions(input)} order by p.sort_key, p.id limit ${mostRows}`),
    db.execute(sql`select 1 from reports r where r.id = ${input.id}::uuid`),
  ]);
  if (reports.rows.length === 0) throw new AppError('not_found');
  const texts = exportTexts(ctx.language ?? ctx.tenant.language);
  const items = rowsOf<Row>(rows).map(present);
  const csv = await csvOf(
    ctx,
    items.map((row) => ({
      [texts.accessPerson]: row.name,
      [texts.accessEmail]: row.email,
      [texts.accessPath]: row.path ? (row.path.name ?? texts[pathWords[row.path.kind]]) : '',
      [texts.accessIdentity]: row.identity?.username ?? '',
      [texts.accessRoles]: row.identity?.roles.join(', ') ?? '',
      [texts.accessFilters]: row.filters,
      [texts.accessUntil]: dayOf(row.validUntil),
      [texts.accessWhyNot]: row.reasons.map((reason) => texts[`accessReason_${reason}`]).join('; '),
    })),
  );
  return { filename: `${texts.accessSightFile}.csv`, csv, rows: items.length };
});
