/** The page numbers to show: first, last, and two around the current one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, pages, page - 1, page, page + 1]);
  // A gap of one page is replaced by that page.
  if (page - 3 === 1) shown.add(2);
  if (page + 3 === pages) shown.add(pages - 1);
  const sorted = [...shown].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
