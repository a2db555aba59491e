export type Span = { top: number; bottom: number };

const gap = 8;

/**
 * The position where something of that height covers the fewest controls in its column: as high as possible, between `first` and `last`.
 */
export function freeTop(controls: readonly Span[], height: number, first: number, last: number): number {
  const starts = [first, ...controls.map(({ bottom }) => bottom + gap)]
    .filter((top) => top >= first && top + height <= last)
    .toSorted((one, other) => one - other);
  const covered = (top: number) => controls.filter((control) => control.bottom > top && control.top < top + height).length;
  let best = { top: first, covered: covered(first) };
  for (const top of starts) {
    const count = covered(top);
    if (count < best.covered) best = { top, covered: count };
  }
  return best.top;
}
