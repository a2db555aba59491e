import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '../../../db/schema/audit-log.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { groupHistory } from '../../../domain/report-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { facts, whoDid } from '../../request/history.ts';
import { tables } from './kind.ts';

const shown = 50;
const a = alias(audit, 'a');

export const readHistory = bind(groupHistory, async ({ kind, id }, ctx) => {
  const table = tables[kind];
  const [[row], past] = await ctx.database.withTenant(getEntry(ctx, 'groups.read'), (db) => [
    db.select({ id: table.id }).from(table).where(eq(table.id, id)),
    db
      .select({ id: a.id, at: a.at, who: sql<string | null>`${whoDid}`, what: a.what, change: a.change })
      .from(a)
      .where(eq(a.rowId, id))
      .orderBy(desc(a.at))
      .limit(shown),
  ]);
  if (!row) throw new AppError('group_not_found');
  return {
    items: past.map(({ at, change, ...item }) => ({
      ...item,
      at: toIso(at),
      before: facts(change.before),
      after: facts(change.after),
    })),
  };
});
