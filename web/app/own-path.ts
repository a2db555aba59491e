import { isPublicPath } from '../../domain/access/screens.ts';

const nowhere = 'https://own.invalid';

/** Gives a path of this very origin, or null: `//host`, `/\host`, `javascript:` and other origins are refused, however they are spelled. */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return null;
  let url: URL;
  try {
    url = new URL(value, nowhere);
  } catch {
    return null;
  }
  // `/.//host` is of this origin as written and of another one once it is shortened.
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Where a person lands after signing in: the wanted address, else what the server intends, else the home; never a public page. The bare root means the home, and where that is the server says. */
export function landingAfterSignIn(wanted: unknown, intended: unknown, home: string): string {
  for (const candidate of [wanted === '/' ? null : wanted, intended]) {
    const path = ownPath(candidate);
    if (path && !isPublicPath(path.split(/[?#]/)[0] ?? '')) return path;
  }
  return home;
}

/** The sign-in address that leads back to a path (Spec 2). */
export const signInAddress = (wanted: string): string => `/signin?redirect=${encodeURIComponent(wanted)}`;
