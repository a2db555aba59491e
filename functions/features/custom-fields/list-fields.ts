import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listFields } from '../../../domain/custom-fields/contract.ts';
import { maxGlobalFields, maxOwnFields } from '../../../domain/custom-fields/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsHere, inOrder } from './definitions.ts';
import { managedColumns, present, type Row } from './managed-rows.ts';
import { unreviewedCount } from './review-values.ts';

export const findFields = bind(listFields, async (_input, ctx) => {
  const [rows, waiting] = await ctx.database.withTenant(entryOf(ctx, 'customFields.manage'), (db) => [
    db.execute(sql`select ${managedColumns} from ${fieldsHere} order by f.of desc, ${inOrder}`),
    db.execute(unreviewedCount),
  ]);
  const items = rowsOf<Row>(rows).map(present);
  const living = items.filter((field) => field.state !== 'deleted');
  const globals = living.filter((field) => field.global).length;
  return {
    items,
    room: { own: maxOwnFields - (living.length - globals), global: maxGlobalFields - globals },
    unreviewed: rowsOf<{ n: number }>(waiting)[0]?.n ?? 0,
    language: ctx.tenant.language,
  };
});
