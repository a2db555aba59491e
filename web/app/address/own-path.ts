import { isPublicPath } from '../../../domain/access/screens.ts';

const nowhere = 'https://own.invalid';

/** Returns a path of this origin, or null: `//host`, `/\host`, `javascript:` and other origins are refused, in any spelling. */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return null;
  let url: URL;
  try {
    url = new URL(value, nowhere);
  } catch {
    return null;
  }
  // `/.//host` is same-origin as written but points to another origin once normalized.
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Where users land after sign-in: the requested address, else the server's intended one, else home; never a public page. The bare root
 * means home, whose address comes from the server.
 */
export function landingAfterSignIn(wanted: unknown, intended: unknown, home: string): string {
  for (const candidate of [wanted === '/' ? null : wanted, intended]) {
    const path = ownPath(candidate);
    if (path && !isPublicPath(path.split(/[?#]/)[0] ?? '')) return path;
  }
  return home;
}

/** The sign-in address that leads back to a path (Spec 2). */
export const signInAddress = (wanted: string): string => `/signin?redirect=${encodeURIComponent(wanted)}`;
