import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyValue } from './key-value.ts';
import { obfuscate, reveal } from './obfuscate.ts';
import { createStore, memoryStorage, type Store, storageKeys } from './storage.ts';

const session = { user: { id: '1', name: 'Júlia Ávila 🌄' }, token: 'a.b.c', auth_type: 'password', tenant_id: 't' };
let storage: KeyValue;
let store: Store;
beforeEach(() => {
  storage = memoryStorage();
  store = createStore(storage);
});

test('the storage keys are the ones the specification names', () => {
  expect(Object.values(storageKeys).slice(0, 6)).toEqual(['bi:cache', 'bi:page', 'bi:config', 'bi:theme', 'bi:azure_sso', 'bi:lang']);
});

describe('the session cache', () => {
  test('holds user, token, auth_type and tenant_id, accents and emoji included', () => {
    store.saveSession(session);
    expect(store.session()).toEqual(session);
  });

  test('is obfuscated: neither the token nor the name is readable in the storage', () => {
    store.saveSession(session);
    const raw = storage.getItem('bi:cache') ?? '';
    expect(raw).not.toContain('a.b.c');
    expect(atob(raw)).not.toContain('token');
    expect(reveal(raw)).toContain('Júlia');
  });

  test.each([
    '',
    'garbage',
    '{"token":"x"}',
    btoa('ÿþ'),
    obfuscate('null'),
    obfuscate('[]'),
    obfuscate('{"token":7}'),
    obfuscate('{"token":""}'),
  ])('counts %j as signed out', (raw) => {
    storage.setItem('bi:cache', raw);
    expect(store.session()).toBeNull();
  });

  test('a record without a user keeps its token and has no profile', () => {
    storage.setItem('bi:cache', obfuscate('{"token":"x"}'));
    expect(store.session()).toEqual({ user: {}, token: 'x', auth_type: '', tenant_id: '' });
  });
});

describe('the page of a list', () => {
  test("is the string '1' when nothing is stored, and the five names are then written", () => {
    expect(store.page('page_report')).toBe('1');
    expect(JSON.parse(storage.getItem('bi:page') ?? '')).toEqual({
      page_user: '1',
      page_tenant: '1',
      page_group_report: '1',
      page_subgroup: '1',
      page_report: '1',
    });
  });

  test('is remembered, and the address wins', () => {
    expect(store.page('page_report', '4')).toBe('4');
    expect(store.page('page_report')).toBe('4');
    expect(store.page('page_report', '2')).toBe('2');
    expect(store.page('page_group_report')).toBe('1');
  });

  test.each(['0', '-1', 'x', '1.5', '99999999'])('an address that asks for page %s gets the remembered one', (asked) => {
    store.page('page_report', '3');
    expect(store.page('page_report', asked)).toBe('3');
  });

  test('a stored number or garbage is reset to 1', () => {
    storage.setItem('bi:page', '{"page_report":3,"page_user":"x"}');
    expect(store.page('page_report')).toBe('1');
    expect(store.page('page_user')).toBe('1');
  });
});

test('a partial update is merged into the configuration', () => {
  store.mergeConfig({ hidden_menu: ['playlists'], login_timeout: 8 });
  store.mergeConfig({ login_timeout: 2 });
  expect(store.config()).toEqual({ hidden_menu: ['playlists'], login_timeout: 2 });
  store.clearConfig();
  expect(store.config()).toBeNull();
});

test('the theme keeps only its title and icon', () => {
  store.saveTheme({ title_page: 'Vértice Insights', favicon: 'x.png', mark: 'no' } as never);
  expect(JSON.parse(storage.getItem('bi:theme') ?? '')).toEqual({ title_page: 'Vértice Insights', favicon: 'x.png' });
  storage.setItem('bi:theme', 'garbage');
  expect(store.theme()).toBeNull();
});

test('single-sign-on data is removed when it is read', () => {
  storage.setItem('bi:azure_sso', '{"state":"s"}');
  expect(store.takeSingleSignOn()).toEqual({ state: 's' });
  expect(storage.getItem('bi:azure_sso')).toBeNull();
  expect(store.takeSingleSignOn()).toBeNull();
});

test('the frame preferences survive partial updates and garbage', () => {
  store.saveFrame({ mode: 'manage' });
  store.saveFrame({ lettersOff: ['helena'] });
  expect(store.frame()).toEqual({ mode: 'manage', folded: false, lettersOff: ['helena'] });
  storage.setItem('bi:frame', '[1]');
  expect(store.frame()).toEqual({ mode: 'view', folded: false, lettersOff: [] });
});

test('a storage that refuses writes only loses the memory', () => {
  const full = createStore({
    ...memoryStorage(),
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  full.saveSession(session);
  expect(full.page('page_report', '2')).toBe('2');
});
