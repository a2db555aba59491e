import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { userImportRows } from '../../../db/schema/user-imports.ts';
import type { ImportRow } from '../../../domain/user-imports/contract.ts';
import type { RowView } from '../../../domain/user-imports/limits.ts';
import { toValues } from '../../../domain/user-imports/read-row.ts';
import { isFaulty, isPending, isReady } from './checking.ts';
import { i, ownRows, r } from './import-row.ts';

const rowColumns = {
  n: r.n,
  cells: r.cells,
  problems: r.problems,
  clashes: r.clashes,
  notes: r.notes,
  state: r.state,
  removed: r.removed,
  userId: r.userId,
};
export type ShownRow = Pick<typeof userImportRows.$inferSelect, keyof typeof rowColumns>;

/** Rows below the header; without `where` all of them. */
export const shownRows = (db: Db, id: string, where?: SQL) =>
  db
    .select(rowColumns)
    .from(i)
    .innerJoin(r, ownRows)
    .where(and(eq(i.id, id), gt(r.n, i.headerRow), where))
    .$dynamic();
export const shownRow = (db: Db, id: string, n: number) =>
  db
    .select(rowColumns)
    .from(r)
    .where(and(eq(r.importId, id), eq(r.n, n)));

/** Which rows a view of the list shows. */
export const viewFilters: Record<RowView, SQL> = {
  all: sql`not r.removed`,
  ready: isReady,
  problems: isFaulty,
  attention: sql`(${isFaulty} or (${isReady} and r.notes <> '[]'::jsonb))`,
  warnings: sql`${isReady} and r.notes <> '[]'::jsonb`,
  removed: sql`r.removed`,
  pending: isPending,
  failed: sql`not r.removed and r.state = 'failed'`,
  success: sql`not r.removed and r.state = 'success'`,
};

export const presentRow = (row: ShownRow, mapping: readonly (string | null)[]): ImportRow => ({
  n: row.n,
  values: toValues(row.cells, mapping),
  problems: [...row.problems, ...row.clashes],
  notes: row.notes,
  state: row.state,
  removed: row.removed,
  userId: row.userId,
});
