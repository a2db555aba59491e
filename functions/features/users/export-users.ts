import { sql } from 'drizzle-orm';
import { exportUsers } from '../../../domain/users/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { fileColumns } from './columns.ts';
import { columns } from './list-users.ts';
import { conditions, fileRows, x } from './rows.ts';

export const exportManyUsers = bind(exportUsers, async ({ sort, part, ...filters }, ctx) => {
  const list = keyset({ sort }, columns, 'name', sql`${x.id}`);
  const range = partRange({ part });
  const [rows, fields] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    fileRows(db).where(conditions(filters, ctx)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
    fieldsQuery(db, 'user'),
  ]);
  const language = getLanguage(ctx);
  const asked = fileColumns({ language, zone: ctx.tenant.zone }, getFields(fields));
  return tableFile(ctx, exportTexts(language).usersFile, rows, asked);
});
