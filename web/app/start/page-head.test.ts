import { beforeEach, expect, test } from 'vitest';
import { createStore, memoryStorage, type Store } from '../session/storage.ts';
import { applyPageHead } from './page-head.ts';

let store: Store;
const icon = () => ({ href: 'data:product' }) as HTMLLinkElement; // because only the icon's href is set
beforeEach(() => {
  store = createStore(memoryStorage());
});

test('title and icon of the theme are shown and cached', () => {
  const link = icon();
  expect(applyPageHead({ title_page: 'Vértice Insights', favicon: 'a.png' }, store, { title: 'Mirante', icon: link }).title).toBe(
    'Vértice Insights',
  );
  expect(link.href).toBe('/storage/a.png');
  expect(store.theme()).toEqual({ title_page: 'Vértice Insights', favicon: 'a.png' });
});

test('without a theme the cached one is shown before any call', () => {
  store.saveTheme({ title_page: 'Aurora', favicon: '' });
  const link = icon();
  expect(applyPageHead(null, store, { title: 'Mirante', icon: link }).title).toBe('Aurora');
  expect(link.href).toBe('data:product');
});

test("without any theme the product's own title and icon stay", () => {
  expect(applyPageHead(null, store, { title: 'Mirante', icon: icon() }).title).toBe('Mirante');
});
