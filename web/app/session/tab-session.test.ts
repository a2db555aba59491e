import { expect, test } from 'vitest';
import { memoryStorage } from './storage.ts';
import { beginActing, forgetActing, readActing, withTab } from './tab-session.ts';

test('a tab in another user’s account keeps that session to itself; the own session stays and comes back', () => {
  const [browser, tab, other] = [memoryStorage(), memoryStorage(), memoryStorage()];
  const [here, there] = [withTab(browser, () => tab), withTab(browser, () => other)];
  here.setItem('bi:cache', 'own');
  here.setItem('bi:lang', 'es');
  beginActing(tab, { person: 'Bruna', back: '/user?id=1' });
  expect(here.getItem('bi:cache')).toBeNull();
  here.setItem('bi:cache', 'theirs');
  here.setItem('bi:lang', 'pt-BR');
  expect([here.getItem('bi:cache'), there.getItem('bi:cache'), there.getItem('bi:lang')]).toEqual(['theirs', 'own', 'pt-BR']);
  expect(readActing(tab)).toEqual({ person: 'Bruna', back: '/user?id=1' });
  here.removeItem('bi:cache');
  expect(there.getItem('bi:cache')).toBe('own');
  here.setItem('bi:cache', 'theirs');
  forgetActing(tab);
  expect([here.getItem('bi:cache'), readActing(tab)]).toEqual(['own', null]);
});

test('garbage in the tab storage counts as no account', () => {
  const tab = memoryStorage();
  tab.setItem('bi:act', '{');
  expect(readActing(tab)).toBeNull();
  tab.setItem('bi:act', '"x"');
  expect(readActing(tab)).toBeNull();
});
