import { beforeEach, expect, test } from 'vitest';
import { applyPageHead } from './page-head.ts';
import { createStore, memoryStorage, type Store } from './storage.ts';

let store: Store;
const icon = () => ({ href: 'data:product' }) as HTMLLinkElement; // because only the address of the icon is touched
beforeEach(() => {
  store = createStore(memoryStorage());
});

test('title and icon of the theme are shown and kept', () => {
  const link = icon();
  expect(applyPageHead({ title_page: 'Vértice Insights', favicon: 'a.png' }, store, { title: 'Mirante', icon: link }).title).toBe(
    'Vértice Insights',
  );
  expect(link.href).toBe('/storage/a.png');
  expect(store.theme()).toEqual({ title_page: 'Vértice Insights', favicon: 'a.png' });
});

test('without a theme the kept one is shown, before any call', () => {
  store.saveTheme({ title_page: 'Aurora', favicon: '' });
  const link = icon();
  expect(applyPageHead(null, store, { title: 'Mirante', icon: link }).title).toBe('Aurora');
  expect(link.href).toBe('data:product');
});

test("without any theme the product's own stay", () => {
  expect(applyPageHead(null, store, { title: 'Mirante', icon: icon() }).title).toBe('Mirante');
});
