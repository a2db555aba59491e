import { type SQL, sql } from 'drizzle-orm';
import type { ImportRow, RowState } from '../../../domain/user-imports/contract.ts';
import type { RowView } from '../../../domain/user-imports/limits.ts';
import { type Problem, valuesOf } from '../../../domain/user-imports/read-row.ts';
import { isFaulty, isLive, isReady } from './checking.ts';

export type ShownRow = {
  n: number;
  cells: string[];
  problems: Problem[];
  clashes: Problem[];
  notes: Problem[];
  state: RowState;
  removed: boolean;
  user_id: string | null;
};

export const rowColumns = sql`r.n, r.cells, r.problems, r.clashes, r.notes, r.state, r.removed, r.user_id`;

/** Which rows a view of the list shows. */
export const viewOf: Record<RowView, SQL> = {
  all: sql`not r.removed`,
  ready: isReady,
  problems: isFaulty,
  attention: sql`(${isFaulty} or (${isReady} and r.notes <> '[]'::jsonb))`,
  warnings: sql`${isReady} and r.notes <> '[]'::jsonb`,
  removed: sql`r.removed`,
  pending: isLive,
  failed: sql`not r.removed and r.state = 'failed'`,
  success: sql`not r.removed and r.state = 'success'`,
};

export const presentRow = (row: ShownRow, mapping: readonly (string | null)[]): ImportRow => ({
  n: row.n,
  values: valuesOf(row.cells, mapping),
  problems: [...row.problems, ...row.clashes],
  notes: row.notes,
  state: row.state,
  removed: row.removed,
  userId: row.user_id,
});
