import { desc, eq, sql } from 'drizzle-orm';
import { signIns } from '../../../db/schema/sign-in-log.ts';
import { ownSignIns } from '../../../domain/sign-in-log/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { presentSignIn, signInColumns } from './sign-in.ts';

const perPage = 25;

export const readOwnSignIns = bind(ownSignIns, async ({ page = 1 }, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    db
      .select(signInColumns)
      .from(signIns)
      .where(eq(signIns.userId, sql`(select app.user_id())`))
      .orderBy(desc(signIns.at), desc(signIns.id))
      .limit(perPage + 1)
      .offset((page - 1) * perPage),
  ]);
  return { items: rows.slice(0, perPage).map(presentSignIn), more: rows.length > perPage };
});
