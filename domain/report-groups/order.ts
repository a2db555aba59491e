/**
 * Applies the new order of one page to the whole order: the page's rows keep their set of positions and swap within it. Null when a row of
 * the page is gone because someone else changed the list.
 */
export function orderWithPage(all: readonly string[], page: readonly string[]): string[] | null {
  const moved = new Set(page);
  if (page.some((id) => !all.includes(id))) return null;
  let next = 0;
  return all.map((id) => (moved.has(id) ? (page[next++] ?? id) : id));
}
