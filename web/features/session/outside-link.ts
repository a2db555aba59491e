/** Returns an https address for use in a link, or null: links never leave the portal by another scheme (BEHAVIOUR 17). */
export function outsideLink(value: string | null): string | null {
  if (!value || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}
