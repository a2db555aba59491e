type Shared = { page: string | null; view: string | null };

/** The link to share: the report's address, with its page and a view that others may open; no other parameters. */
export function shareLink(origin: string, pathname: string, { page, view }: Shared): string {
  const query = new URLSearchParams();
  if (page) query.set('page', page);
  if (view) query.set('view', view);
  return `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}`;
}
