import { hostFault } from '../../../domain/mail/server-host.ts';

/** The address of an external report: https, with a public host name, without credentials or a port. Null for anything else. */
export function externalLink(text: string): URL | null {
  const url = URL.parse(text.trim());
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null;
  // The parser has already normalized odd notations: what is left is a name or an address in its canonical form.
  if (hostFault(url.hostname.replace(/^\[|\]$/g, '')) !== null) return null;
  return url;
}

const schemeOnly = /^https?:$/;

/** Whether one source of a frame-ancestors list lets `ancestor` (an origin) frame the page; `own` is the page's origin. */
function allows(source: string, ancestor: URL, own: URL): boolean {
  if (source === '*') return true;
  if (source === "'self'") return ancestor.origin === own.origin;
  if (schemeOnly.test(source)) return source === ancestor.protocol || (source === 'http:' && ancestor.protocol === 'https:');
  const [, scheme, host = '', port] = /^(?:(https?):\/\/)?(\*|(?:\*\.)?[\w.-]+)(?::(\d+|\*))?\/?$/.exec(source) ?? [];
  if (!host) return false;
  if (scheme && `${scheme}:` !== ancestor.protocol && !(scheme === 'http' && ancestor.protocol === 'https:')) return false;
  if (port && port !== '*' && port !== (ancestor.port || '443')) return false;
  if (!port && ancestor.port) return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? ancestor.hostname.endsWith(host.slice(1)) : ancestor.hostname === host;
}

/**
 * Whether a page's headers allow framing by `ancestor`: frame-ancestors of every policy decides, X-Frame-Options only without one (CSP 3,
 * 6.4.2.1). A page without either may be framed.
 */
export function mayFrame(page: string, headers: { get(name: string): string | null }, ancestor: string): boolean {
  const [own, by] = [new URL(page), new URL(ancestor)];
  const lists = (headers.get('content-security-policy') ?? '')
    .split(',')
    .flatMap((policy) => policy.split(';').map((part) => part.trim().toLowerCase().split(/\s+/)))
    .filter(([name]) => name === 'frame-ancestors')
    .map(([, ...sources]) => sources);
  if (lists.length > 0) return lists.every((sources) => sources.some((source) => source !== "'none'" && allows(source, by, own)));
  const options = (headers.get('x-frame-options') ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  if (options.length === 0) return true;
  // Contradicting and unknown values are read as browsers read them: an unknown one alone is ignored, anything with "deny" refuses.
  const known = options.filter((word) => ['deny', 'sameorigin', 'allowall'].includes(word));
  if (known.length === 0 || known.every((word) => word === 'allowall')) return true;
  return known.every((word) => word === 'sameorigin') && own.origin === by.origin;
}
