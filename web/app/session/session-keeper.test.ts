import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '../../../domain/session/contract.ts';
import type { KeyValue } from './key-value.ts';
import { createSessionKeeper, type Farewell } from './session-keeper.ts';
import { createStore, memoryStorage } from './storage.ts';

const user: SessionUser = {
  id: 'u1',
  name: 'Helena Prado',
  email: 'helena@vertice.test',
  language: null,
  department: null,
  position: null,
  perfil_usuario: 'user',
  flags: [],
  tenant_id: 't1',
  tenant: 'Vértice',
  zone: 'America/Sao_Paulo',
  mayManage: false,
};
const minute = 60_000;
const tokenAt = (issuedAt: number, minutes = 30) =>
  `h.${btoa(JSON.stringify({ iat: issuedAt / 1000, exp: (issuedAt + minutes * minute) / 1000 }))}.s${issuedAt}`;
const signInAnswer = (token: string) => ({ token, user, auth_type: 'password', tenant_id: 't1' });

let storage: KeyValue;
let clock: number;
const postLogout = vi.fn<(token: string) => Promise<Farewell | undefined>>();
const postRefresh = vi.fn<(token: string) => Promise<{ token: string }>>();
const getKeeper = (own = storage) => createSessionKeeper({ store: createStore(own), postLogout, postRefresh, now: () => clock });
beforeEach(() => {
  storage = memoryStorage();
  clock = 1_800_000_000_000;
  postLogout.mockReset().mockResolvedValue({});
  postRefresh.mockReset().mockImplementation(async () => ({ token: tokenAt(clock) }));
});

describe('signing in', () => {
  test('clears earlier cached data and stores the user', () => {
    const store = createStore(storage);
    store.mergeConfig({ hidden_menu: ['playlists'] });
    store.page('page_report', '4');
    const keeper = getKeeper();
    keeper.signIn(signInAnswer('t'));
    expect(store.config()).toBeNull();
    expect(store.page('page_report')).toBe('1');
    expect(store.session()).toEqual({ user, token: 't', auth_type: 'password', tenant_id: 't1' });
    expect(store.isAfterLogin()).toBe(true);
    expect(keeper.isSignedIn()).toBe(true);
  });

  test('survives a reload', () => {
    getKeeper().signIn(signInAnswer('t'));
    expect(getKeeper().now()?.token).toBe('t');
  });
});

describe('signing out', () => {
  test('clears session and configuration first, and still posts with the old token', () => {
    const store = createStore(storage);
    const keeper = getKeeper();
    keeper.signIn(signInAnswer('old'));
    store.mergeConfig({ login_timeout: 1 });
    postLogout.mockImplementation(async () => {
      expect(store.session()).toBeNull();
      expect(store.config()).toBeNull();
    });
    keeper.signOut();
    expect(postLogout).toHaveBeenCalledExactlyOnceWith('old');
    expect(keeper.isSignedIn()).toBe(false);
  });

  test('ignores the response', async () => {
    postLogout.mockRejectedValue(new Error('down'));
    const keeper = getKeeper();
    keeper.signIn(signInAnswer('old'));
    keeper.signOut();
    await Promise.resolve();
    expect(keeper.isSignedIn()).toBe(false);
  });

  test('without a session posts nothing', () => {
    getKeeper().signOut();
    expect(postLogout).not.toHaveBeenCalled();
  });
});

describe('the token', () => {
  test('is renewed once for concurrent callers, and the rest of the session stays', async () => {
    const keeper = getKeeper();
    keeper.signIn(signInAnswer('old'));
    const [first, second] = await Promise.all([keeper.refresh(), keeper.refresh()]);
    expect(first).toBe(second);
    expect(postRefresh).toHaveBeenCalledExactlyOnceWith('old');
    expect(createStore(storage).session()).toEqual({ user, token: first, auth_type: 'password', tenant_id: 't1' });
  });

  test('is renewed before a call when it has expired', async () => {
    const keeper = getKeeper();
    keeper.signIn(signInAnswer(tokenAt(clock)));
    const before = keeper.now()?.token;
    expect(await keeper.token()).toBe(before);
    clock += 31 * minute;
    expect(await keeper.token()).toBe(tokenAt(clock));
  });

  test("is judged by the server's clock, whatever this machine's clock says", async () => {
    const keeper = getKeeper();
    keeper.signIn(signInAnswer(tokenAt(clock - 90 * minute)));
    await keeper.token();
    clock += 29 * minute;
    await keeper.token();
    expect(postRefresh).not.toHaveBeenCalled();
    clock += 2 * minute;
    await keeper.token();
    expect(postRefresh).toHaveBeenCalledOnce();
  });

  test('is discarded when it arrives after the user has signed out', async () => {
    const keeper = getKeeper();
    keeper.signIn(signInAnswer('old'));
    const renewal = keeper.refresh();
    keeper.signOut();
    await expect(renewal).rejects.toThrow();
    expect(createStore(storage).session()).toBeNull();
  });
});

describe('another tab', () => {
  test('signs this one out or in, or reports a different user', () => {
    const here = getKeeper();
    const there = getKeeper();
    there.signIn(signInAnswer('t'));
    expect(here.adopt()).toBe('same');
    expect(here.now()?.token).toBe('t');
    there.signOut();
    expect(here.adopt()).toBe('left');
    here.signIn(signInAnswer('t'));
    there.signIn({ ...signInAnswer('x'), user: { ...user, id: 'u2' } });
    expect(here.adopt()).toBe('changed');
  });
});
