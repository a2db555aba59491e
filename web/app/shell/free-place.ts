export type Rect = { top: number; bottom: number; left: number; right: number };

const gap = 8;

/**
 * The place where something of that size covers the fewest controls: along the right edge, as high as possible between `first` and `last`;
 * where nothing is free there, as little as possible to the left of it, at most until `left`.
 */
export function freePlace(
  controls: readonly Rect[],
  { width, height, right }: { width: number; height: number; right: number },
  { first, last, left }: { first: number; last: number; left: number },
): { top: number; right: number } {
  const before = controls.map((control) => control.left - gap).filter((edge) => edge < right && edge - width >= left);
  let best = { top: first, right, covered: Number.POSITIVE_INFINITY };
  for (const edge of new Set([right, ...before.toSorted((one, other) => other - one)])) {
    const beside = controls.filter((control) => control.right > edge - width && control.left < edge);
    const tops = [first, ...beside.map(({ bottom }) => bottom + gap)].filter((top) => top >= first && top + height <= last);
    for (const top of tops.toSorted((one, other) => one - other)) {
      const covered = beside.filter((control) => control.bottom > top && control.top < top + height).length;
      if (covered < best.covered) best = { top, right: edge, covered };
    }
    if (best.covered === 0) break;
  }
  return best;
}
