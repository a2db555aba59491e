import type { SessionUser } from '../../../domain/session/contract.ts';
import type { CachedSession, Store } from './storage.ts';
import { hasEnded, tokenLife } from './token-life.ts';

export type SignInAnswer = { token: string; user: SessionUser; auth_type: string; tenant_id: string };

/** The logout address of the session's identity provider. */
export type Farewell = { url?: string };

type Around = {
  store: Store;
  postLogout: (token: string) => Promise<Farewell | undefined>;
  postRefresh: (token: string) => Promise<{ token: string }>;
  now: () => number;
};

/** Keeps this browser's session: signed in when a token exists (Spec 4). All tabs share it through the storage. */
export function createSessionKeeper({ store, postLogout, postRefresh, now }: Around) {
  let current = store.session();
  let refreshing: Promise<string> | null = null;
  // How far the server's clock is ahead of this machine's, measured with each token received here.
  let clockSkew = 0;
  const listeners = new Set<() => void>();
  const emit = () => {
    for (const listener of listeners) listener();
  };
  const learnSkew = (token: string) => {
    const life = tokenLife(token);
    if (life) clockSkew = life.issuedAt - now();
  };

  function forget() {
    store.clearSession();
    store.clearConfig();
    current = null;
    emit();
  }

  async function renew(): Promise<string> {
    const before = current;
    if (!before) throw new Error('no session');
    const { token } = await postRefresh(before.token);
    learnSkew(token);
    // Spec 4: the cache becomes the previous session plus the new token; a user who signed out during the call stays signed out.
    if (current?.user.id !== before.user.id || current === null) throw new Error('session ended');
    current = { ...current, token };
    store.saveSession(current);
    emit();
    return token;
  }

  const keeper = {
    now: (): CachedSession | null => current,
    isSignedIn: () => current !== null,
    serverNow: () => now() + clockSkew,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** Clears the cached data, then stores the user. */
    signIn({ token, user, auth_type, tenant_id }: SignInAnswer) {
      store.clearConfig();
      store.clearPages();
      learnSkew(token);
      current = { user, token, auth_type, tenant_id };
      store.saveSession(current);
      store.markAfterLogin();
      emit();
    },

    /** Clears session and configuration first; the server is still called and may return the identity provider's logout address. */
    signOut(): Promise<Farewell | undefined> | undefined {
      const token = current?.token;
      forget();
      return token ? postLogout(token).catch(() => undefined) : undefined;
    },

    /** The token to send; renewed first if it has expired by the server's clock. */
    async token(): Promise<string | null> {
      if (!current) return null;
      return hasEnded(current.token, now() + clockSkew) ? keeper.refresh() : current.token;
    },

    /** Requests a new token; concurrent callers share one request. */
    refresh(): Promise<string> {
      refreshing ??= renew().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },

    /** Updates the user's fields from a fresh configuration. */
    updateUser(user: SessionUser) {
      if (!current || current.user.id !== user.id || JSON.stringify(current.user) === JSON.stringify(user)) return;
      current = { ...current, user };
      store.saveSession(current);
      emit();
    },

    /** Another tab changed the session; returns what that means for this tab's user. */
    adopt(): 'same' | 'left' | 'changed' {
      const before = current?.user.id;
      const wasSignedIn = current !== null;
      const stored = store.session();
      if (stored && wasSignedIn && stored.user.id !== before) return 'changed';
      current = stored;
      emit();
      return wasSignedIn && !stored ? 'left' : 'same';
    },
  };
  return keeper;
}
