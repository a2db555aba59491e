import { eq, sql } from 'drizzle-orm';
import { userImports } from '../../../db/schema/user-imports.ts';
import { removeImportRows } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { isFaulty } from './checking.ts';
import { findImport, toDraft } from './import-row.ts';
import { countRows, findClashes, forManyRows, getCounts, removeRows } from './user-imports.sql.ts';

/** Removes rows or puts them back; their conflicts are resolved, or found again. */
export const dropRows = bind(removeImportRows, async ({ id, rows, problems, removed }, ctx) => {
  const named = sql`r.n in (select x::int from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb) x)`;
  const which = problems && removed ? sql`(${named} or ${isFaulty})` : named;
  const results = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    forManyRows(db),
    db.select({ id: userImports.id }).from(userImports).where(eq(userImports.id, id)).for('update'),
    findImport(db, id),
    removeRows(db, ctx, { id, removed, which }),
    findClashes(db, id),
    countRows(db, id),
  ]);
  const [, , found, { rows: changed }, , counted] = results;
  toDraft(found, ['review']);
  return { changed: changed.map(({ n }) => n), counts: getCounts(counted) };
});
