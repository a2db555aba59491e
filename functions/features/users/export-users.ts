import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportUsers } from '../../../domain/users/contract.ts';
import { mostRowsInFile } from '../../../domain/users/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { base64Of, tableFile, tableTypes } from '../../services/table-file.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { tableOf } from './columns.ts';
import { columns } from './list-users.ts';
import { conditions, type Row, rowColumns } from './rows.ts';

export const exportManyUsers = bind(exportUsers, async ({ format, columns: wanted, sort, ...filters }, ctx) => {
  const list = keyset({ sort }, columns, 'name', sql`x.id`);
  const [found, fields] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(sql`select ${rowColumns} from users x where ${conditions(filters, ctx)} order by ${list.orderBy} limit ${mostRowsInFile}`),
    fieldsQuery(db, 'user'),
  ]);
  const rows = rowsOf<Row>(found);
  const language = ctx.language ?? ctx.tenant.language;
  const table = tableOf(rows, wanted, { language, zone: ctx.tenant.zone }, fieldsOf(fields));
  const bytes = await tableFile(format, table, language);
  return {
    state: 'ready' as const,
    filename: `${table.sheet}.${format}`,
    type: tableTypes[format],
    base64: base64Of(bytes),
    rows: rows.length,
  };
});
