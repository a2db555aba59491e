import { useSyncExternalStore } from 'react';
import type { Profile } from '../../../domain/access/profile.ts';
import { isProfile } from '../../../domain/access/profile.ts';
import type { SessionUser } from '../../../domain/session/contract.ts';
import { currentLanguage } from '../../i18n.ts';
import { go, loadPage, wholeAddress } from '../address/navigation.ts';
import { signInAddress } from '../address/own-path.ts';
import { send } from '../data/wire.ts';
import { endEmbedded, isEmbedded } from '../start/embedded.ts';
import { acting, endActing, stopActing } from './acting.ts';
import { createSessionKeeper, type Farewell } from './session-keeper.ts';
import { type CachedSession, storageKeys, store } from './storage.ts';

const post = (path: string, token: string, keepalive = false) =>
  send({ method: 'POST', path, input: {}, token, language: currentLanguage(), keepalive });

/** This browser's session (Spec 4); `api.ts` sends its token, the shell shows its user. */
export const session = createSessionKeeper({
  store,
  // because the endpoint's contract is { status, url }
  postLogout: (token) => post('/api/logout', token, true) as Promise<Farewell>,
  // because the endpoint's contract is { token }
  postRefresh: (token) => post('/api/refresh/token', token) as Promise<{ token: string }>,
  now: () => Date.now(),
});

/**
 * Signs out: clears caches, then calls the server and goes to /signin whatever the response, which is returned. An expired session keeps
 * the way back.
 */
export function leave({ expired = false }: { expired?: boolean } = {}): Promise<Farewell | undefined> | undefined {
  if (isEmbedded) {
    session.signOut();
    endEmbedded();
    return undefined;
  }
  // Leaving another user's account, or being signed out of it, leads back to the tab's own account.
  if (acting()) {
    if (expired) stopActing();
    else void endActing();
    return undefined;
  }
  const back = wholeAddress();
  const farewell = session.signOut();
  go(expired ? signInAddress(back) : '/signin', { force: true });
  return farewell;
}

export const useSession = (): CachedSession | null => useSyncExternalStore(session.subscribe, session.now, session.now);

export type Who = { profile: Profile; flags: readonly string[]; user: Partial<SessionUser> };

/** The user as the permission table expects it; null when no user is signed in or the profile is unknown. */
export function whoIs(cached: CachedSession | null): Who | null {
  if (!cached || !isProfile(cached.user.perfil_usuario)) return null;
  return { profile: cached.user.perfil_usuario, flags: cached.user.flags ?? [], user: cached.user };
}

export const useWho = (): Who | null => whoIs(useSession());

/** Follows other tabs: signing out there signs out here; a different user there reloads this tab. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== storageKeys.session) return;
    const became = session.adopt();
    if (became === 'left') go('/signin', { force: true });
    if (became === 'changed') loadPage('/');
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
