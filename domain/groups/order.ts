/**
 * Lays the new order of one page over the whole order: the page's rows keep their places as a set and change them among each other.
 * Null when a row of the page is no longer there: somebody else has changed the list.
 */
export function orderWithPage(all: readonly string[], page: readonly string[]): string[] | null {
  const moved = new Set(page);
  if (page.some((id) => !all.includes(id))) return null;
  let next = 0;
  return all.map((id) => (moved.has(id) ? (page[next++] ?? id) : id));
}
