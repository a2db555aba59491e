import { isProfile } from '../../../domain/access/profile.ts';
import { builtPages, isPublicPath, matchesPath, outsideLayoutScreens, publicScreens, screens } from '../../../domain/access/screens.ts';
import type { CachedSession } from '../session/storage.ts';

export type PublicPageId =
  | 'sign-in'
  | 'domain-not-found'
  | 'ip-not-allowed'
  | 'popup-blocked'
  | 'playlist-access'
  | 'embedded'
  | 'public-faq'
  | 'company-arrival'
  | 'saml-return'
  | 'forgot-password'
  | 'new-password'
  | 'two-factor-setup'
  | 'factor-link'
  | 'confirm-link'
  | 'not-found';
export type Standing = { kind: 'public'; page: PublicPageId } | { kind: 'display' } | { kind: 'portal' } | { kind: 'go'; to: string };

const publicPages: readonly PublicPageId[] = [
  'sign-in',
  'domain-not-found',
  'ip-not-allowed',
  'popup-blocked',
  'playlist-access',
  'embedded',
  'public-faq',
  'company-arrival',
  'saml-return',
  'forgot-password',
  'new-password',
  'two-factor-setup',
  'factor-link',
  'confirm-link',
];

function publicPageAt(path: string): PublicPageId {
  const page = publicScreens.find((screen) => matchesPath(screen.path, path))?.page;
  return publicPages.find((each) => each === page && builtPages.includes(each)) ?? 'not-found';
}

const needsSession = (path: string) => [...screens, ...outsideLayoutScreens].some((screen) => matchesPath(screen.path, path));

/**
 * Decides between public pages and the portal (Spec 2). Without a session, or with an unknown profile, every address that needs a session
 * leads to sign-in; an unknown path shows the not-found page. A screen signed in as a display plays at the
 * player's address, even where a user is signed in, as long as the address says so.
 */
export function whatStandsAt(
  path: string,
  session: CachedSession | null,
  unknownHost: boolean,
  display: { isLetIn: boolean; isAsked: boolean } = { isLetIn: false, isAsked: false },
): Standing {
  if (unknownHost)
    return path === '/domain/notfound' ? { kind: 'public', page: 'domain-not-found' } : { kind: 'go', to: '/domain/notfound' };
  const hasPortal = session !== null && isProfile(session.user.perfil_usuario);
  const alsoOfPortal = hasPortal && path === '/faq';
  if (isPublicPath(path) && !alsoOfPortal) return { kind: 'public', page: publicPageAt(path) };
  if (display.isLetIn && (display.isAsked || !hasPortal) && matchesPath('/{id}/playlist/view', path)) return { kind: 'display' };
  if (hasPortal) return { kind: 'portal' };
  return needsSession(path) ? { kind: 'go', to: '/signin' } : { kind: 'public', page: 'not-found' };
}
