import { sql } from 'drizzle-orm';
import { chooseColumns } from '../../../domain/list-views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

/** How a person looks at a list is nothing that others look for: no line of the audit. */
export const keepColumns = bind(chooseColumns, async ({ list, columns }, ctx) => {
  const chosen = columns === null ? null : JSON.stringify(columns);
  await ctx.database.withTenant(entryOf(ctx, 'listViews.keep'), (db) => [
    db.execute(sql`update users u set preferences = u.preferences || jsonb_build_object('columns', case when ${chosen}::jsonb is null
        then coalesce(u.preferences->'columns', '{}'::jsonb) - ${list}::text
        else coalesce(u.preferences->'columns', '{}'::jsonb) || jsonb_build_object(${list}::text, ${chosen}::jsonb) end) where u.id = (select app.user_id())`),
  ]);
  return { status: 'ok' as const };
});
