/** Gives an https address as it may stand in a link, or null: nothing else leads out of the portal (BEHAVIOUR 17). */
export function outsideLink(value: string | null): string | null {
  if (!value || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}
