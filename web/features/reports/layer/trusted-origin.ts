/** Whether an embed address belongs to the origin that the page names as its local report service (REPORT_SERVICE D1). */
export function isTrustedEmbed(embedUrl: string | undefined, origin: string | null): boolean {
  if (!embedUrl || !origin) return false;
  try {
    return new URL(embedUrl).origin === origin;
  } catch {
    return false;
  }
}

/** The same address with additional parameters. */
export function withParams(url: string, params: Record<string, string | undefined>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(params)) if (value) address.searchParams.set(name, value);
  return address.href;
}
