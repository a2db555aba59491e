import type { Scan, Touched } from '../bench/plans.ts';

/** What a table or an index has. */
export type Sizes = ReadonlyMap<string, { rows: number; pages: number; isTable: boolean }>;
type Measured = { touched: ReadonlyMap<string, Touched>; sizes: Sizes };
export type Growing = { name: string; how: string };

const most = 2;
// What grows with the tenants touches hundreds more of 300 than of 10. A few dozen are another plan among the rows of one tenant, or a level
// more in each of a few trees.
const spare = { buffers: 60, rows: 60 };

/** A table with a row for every other tenant has as many as that with 300 of them; a shorter one is read whole at any size. */
export const manyRows = 150;

/** An index is read from end to end where its first column is not asked for. That shows as no rows, and among a sign-in's pages hardly as pages. */
const longIndex = 10;
function isWhole({ index, pages, rows }: Scan, sizes: Sizes): boolean {
  const size = sizes.get(index);
  // A row of the answer may lie on a page of its own.
  return !!size && size.pages >= longIndex && pages - rows >= 0.8 * size.pages && rows * 10 < size.rows;
}

/** The calls that touch more than twice the rows or buffers with a crowd of tenants, or read a table or an index of many tenants from end to end. */
export function growing(small: Pick<Measured, 'touched'>, big: Measured): Growing[] {
  return [...big.touched].flatMap(([name, now]): Growing[] => {
    const before = small.touched.get(name);
    if (!before) return [];
    const sequential = [...new Set(now.sequential)].filter((table) => (big.sizes.get(table)?.rows ?? 0) > manyRows);
    const grew = (['buffers', 'rows'] as const).filter(
      (by) => now[by] > most * Math.max(before[by], 1) && now[by] - before[by] > spare[by],
    );
    const whole = new Set(now.scans.filter((scan) => isWhole(scan, big.sizes)).map(({ index }) => index));
    const said = [
      ...grew.map((by) => `${by} ${before[by]} → ${now[by]}`),
      ...sequential.map((table) => `${table} is read sequentially`),
      ...[...whole].map((index) => `${index} is read from end to end`),
    ];
    return said.length > 0 ? [{ name, how: said.join(', ') }] : [];
  });
}
