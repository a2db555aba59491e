import type { Scan, Touched } from '../bench/plans.ts';

/** The size of a table or an index, and its first column. */
export type Sizes = ReadonlyMap<string, { rows: number; pages: number; first: string; isTable: boolean }>;
type Measured = { touched: ReadonlyMap<string, Touched>; sizes: Sizes };
export type Growing = { name: string; how: string };

const most = 2;
// A call that grows with the tenants touches hundreds more with 300 of them than with 10. A difference of a few dozen is another plan
// within one tenant, one more level in each of a few trees, or the users of one tenant on as many pages as there are users.
const spare = { buffers: 100, rows: 60 };

/** With 300 tenants, a table with a row for every second one has this many rows; a shorter table may be read whole at any size. */
export const manyRows = 150;

/**
 * An index is scanned end to end if its first column isn't constrained. Such a scan returns no rows, and adds few pages to those of a
 * sign-in.
 */
const longIndex = 10;
function isWhole({ index, condition, pages, rows }: Scan, sizes: Sizes): boolean {
  const size = sizes.get(index);
  // Old versions of a row that was written a few times are pages too, also where the whole key is given.
  if (size && new RegExp(`\\(${size.first} = `).test(condition)) return false;
  // Each row of the answer may be on a different page.
  return !!size && size.pages >= longIndex && pages - rows >= 0.8 * size.pages && rows * 10 < size.rows;
}

/** The calls that touch more than twice the rows or buffers with many tenants, or scan a table or an index of many tenants end to end. */
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
