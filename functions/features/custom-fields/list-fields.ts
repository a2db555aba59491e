import { sql } from 'drizzle-orm';
import { listFields } from '../../../domain/custom-fields/contract.ts';
import { maxGlobalFields, maxOwnFields } from '../../../domain/custom-fields/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { inOrder } from './definitions.ts';
import { getManaged, readManaged } from './managed-rows.ts';
import { countUnreviewed } from './review-values.ts';

export const findFields = bind(listFields, async (_input, ctx) => {
  const [fields, waiting] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    readManaged(db, sql`order by f.of desc, ${inOrder}`),
    countUnreviewed(db),
  ]);
  const items = getManaged(fields);
  const living = items.filter((field) => field.state !== 'deleted');
  const globals = living.filter((field) => field.global).length;
  return {
    items,
    room: { own: maxOwnFields - (living.length - globals), global: maxGlobalFields - globals },
    unreviewed: waiting.rows[0]?.n ?? 0,
    language: ctx.tenant.language,
  };
});
