const name = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)';
const shape = new RegExp(`^https://(?:\\*\\.${name}\\.)?${name}(?:\\.${name})*(?::\\d{1,5})?$`);
const local = /^http:\/\/(?:localhost|127\.0\.0\.1|[a-z0-9.-]+\.localhost)(?::\d{1,5})?$/;

/**
 * The one form of an origin that may hold embedded pages: scheme and host, no path. Plain http only for localhost; `*.` stands for every
 * host below a domain of at least two labels. Null for anything else: a value written into a policy must not terminate it.
 */
export function originFrom(text: string): string | null {
  const plain = text.trim().toLowerCase().replace(/\/$/, '');
  if (plain.length > 253 || !(shape.test(plain) || local.test(plain))) return null;
  const [, host = ''] = plain.split('://');
  return host.startsWith('*.') && host.split(':')[0]?.split('.').length === 2 ? null : plain;
}

/** Whether a page of `origin` may frame the embedded ones, matched as a browser reads the list. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  const wanted = origin.toLowerCase();
  return allowed.some((each) => {
    if (!each.includes('//*.')) return each === wanted;
    const [scheme, rest] = each.split('//*.');
    return wanted.startsWith(`${scheme}//`) && wanted.endsWith(`.${rest}`);
  });
}
