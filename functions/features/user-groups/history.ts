import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '../../../db/schema/audit-log.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { userGroupHistory } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { facts, whoDid } from '../../request/history.ts';

type Change = { before?: unknown; after?: unknown; names?: unknown; count?: unknown };
const shown = 100;
const a = alias(audit, 'a');

export const readUserGroupHistory = bind(userGroupHistory, async ({ id }, ctx) => {
  const [[there], rows] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    db.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, id)),
    db
      .select({ id: a.id, at: a.at, who: sql<string | null>`${whoDid}`, what: a.what, change: sql<Change>`${a.change}` })
      .from(a)
      .where(eq(a.rowId, id))
      .orderBy(desc(a.at), desc(a.id))
      .limit(shown),
  ]);
  if (!there) throw new AppError('not_found');
  return {
    items: rows.map(({ id: item, at, who, what, change }) => ({
      id: item,
      at: toIso(at),
      who,
      what,
      before: facts(change.before),
      after: facts(change.after),
      names: Array.isArray(change.names) ? change.names.filter((name) => typeof name === 'string') : [],
      count: typeof change.count === 'number' ? change.count : null,
    })),
  };
});
