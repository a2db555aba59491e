import type { Touched } from '../bench/plans.ts';

type Measured = { touched: ReadonlyMap<string, Touched>; rows: ReadonlyMap<string, number> };
export type Growing = { name: string; how: string };

const most = 2;
// A level more in each of a few trees: of a call that touches a dozen pages that is already twice as many. A few rows are what one call left.
const spare = { buffers: 20, rows: 10 };

/** A table with a row for every other tenant has as many as that with 300 of them; a shorter one is read whole at any size. */
export const manyRows = 150;

/** The calls that touch more than twice the rows or buffers with a crowd of tenants, or read a table of many tenants from end to end. */
export function growing(small: Pick<Measured, 'touched'>, big: Measured): Growing[] {
  return [...big.touched].flatMap(([name, now]): Growing[] => {
    const before = small.touched.get(name);
    if (!before) return [];
    const sequential = [...new Set(now.sequential)].filter((table) => (big.rows.get(table) ?? 0) > manyRows);
    const grew = (['buffers', 'rows'] as const).filter(
      (by) => now[by] > most * Math.max(before[by], 1) && now[by] - before[by] > spare[by],
    );
    const said = [...grew.map((by) => `${by} ${before[by]} → ${now[by]}`), ...sequential.map((table) => `${table} is read sequentially`)];
    return said.length > 0 ? [{ name, how: said.join(', ') }] : [];
  });
}
