import { eq, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { chooseColumns } from '../../../domain/list-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

/** Not audited: a list's columns affect only this user. */
export const keepColumns = bind(chooseColumns, async ({ list, columns }, ctx) => {
  const before = sql`coalesce(${users.preferences}->'columns', '{}'::jsonb)`;
  const after = columns
    ? sql`${before} || jsonb_build_object(${list}::text, ${JSON.stringify(columns)}::jsonb)`
    : sql`${before} - ${list}::text`;
  await ctx.database.withTenant(getEntry(ctx, 'listViews.keep'), (db) => [
    db
      .update(users)
      .set({ preferences: sql`${users.preferences} || jsonb_build_object('columns', ${after})` })
      .where(eq(users.id, sql`(select app.user_id())`)),
  ]);
  return { status: 'ok' as const };
});
