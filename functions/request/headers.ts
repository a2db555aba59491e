import type { Env } from './env.ts';

/** The headers of every answer, for the API and assets alike (QUALITY, security headers). */
export function commonHeaders(env: Pick<Env, 'STAGE'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(env.STAGE === 'production' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** The headers of the API's answers. They are data: nothing in them may run, be framed or be kept. */
export const dataHeaders = (env: Pick<Env, 'STAGE'>) => ({
  ...commonHeaders(env),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
});

/** The policy of the portal's pages. Frames may come from this origin and the report service (ARCHITECTURE "Pages and CSP"). */
export function pagePolicy(
  nonce: string,
  embedOrigin: string | undefined,
  ancestors: readonly string[] = ["'none'"],
  forms: readonly string[] = ["'self'"],
): string {
  const frames = [
    "'self'",
    'https://app.powerbi.com',
    'https://*.powerbi.com',
    'https://*.fabric.microsoft.com',
    ...(embedOrigin ? [embedOrigin] : []),
  ].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action ${forms.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}
