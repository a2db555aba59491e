type Shared = { page: string | null; view: string | null };

/** The address to hand on: the report where it stands, with its page and a view that others may open; nothing else of this window. */
export function shareLink(origin: string, pathname: string, { page, view }: Shared): string {
  const query = new URLSearchParams();
  if (page) query.set('page', page);
  if (view) query.set('view', view);
  return `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}`;
}
