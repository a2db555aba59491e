import type { SessionUser } from '../../domain/session/contract.ts';
import type { CachedSession, Store } from './storage.ts';
import { hasEnded, tokenLife } from './token-life.ts';

export type SignInAnswer = { token: string; user: SessionUser; auth_type: string; tenant_id: string };

/** Where the provider of a session ends its own. */
export type Farewell = { url?: string };

type Around = {
  store: Store;
  postLogout: (token: string) => Promise<Farewell | undefined>;
  postRefresh: (token: string) => Promise<{ token: string }>;
  now: () => number;
};

/** Keeps the session of this browser: signed in when a token exists (Spec 4). All tabs share it through the storage. */
export function createSessionKeeper({ store, postLogout, postRefresh, now }: Around) {
  let current = store.session();
  let refreshing: Promise<string> | null = null;
  // How far the server's clock runs ahead of this machine's; learnt from each token received here.
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
    if (!before) throw new Error('nobody is signed in');
    const { token } = await postRefresh(before.token);
    learnSkew(token);
    // Spec 4: the cache becomes the previous session plus the new token; someone who has left meanwhile stays away.
    if (current?.user.id !== before.user.id || current === null) throw new Error('the session ended meanwhile');
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

    /** Clears what was cached, then stores the user. */
    signIn({ token, user, auth_type, tenant_id }: SignInAnswer) {
      store.clearConfig();
      store.clearPages();
      learnSkew(token);
      current = { user, token, auth_type, tenant_id };
      store.saveSession(current);
      store.markAfterLogin();
      emit();
    },

    /** Session and configuration are cleared first; the server is still told, and may name where the provider of the session ends its own. */
    signOut(): Promise<Farewell | undefined> | undefined {
      const token = current?.token;
      forget();
      return token ? postLogout(token).catch(() => undefined) : undefined;
    },

    /** The token to send; one that has ended by this machine's clock is renewed before. */
    async token(): Promise<string | null> {
      if (!current) return null;
      return hasEnded(current.token, now() + clockSkew) ? keeper.refresh() : current.token;
    },

    /** Asks for a new token; callers at the same time share one request. */
    refresh(): Promise<string> {
      refreshing ??= renew().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },

    /** The fields of the user that the configuration brought anew. */
    updateUser(user: SessionUser) {
      if (!current || current.user.id !== user.id || JSON.stringify(current.user) === JSON.stringify(user)) return;
      current = { ...current, user };
      store.saveSession(current);
      emit();
    },

    /** Another tab changed the session; tells what became of the person of this one. */
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
