import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, useBrowser } from '../support/browser.ts';

const { newPage } = useBrowser();
let first: Page;
const start = getUrl('vertice', '/robots.txt');

const write = async () => {
  await cookieStore.set('planted', '1');
  localStorage.setItem('planted', '1');
  sessionStorage.setItem('planted', '1');
  await new Promise((resolve) => {
    indexedDB.open('planted').onsuccess = resolve;
  });
};
const read = async () => ({
  cookies: document.cookie,
  local: localStorage.length,
  session: sessionStorage.length,
  databases: (await indexedDB.databases()).length,
});

test('what a page stores', async () => {
  first = await newPage();
  await first.goto(start);
  await first.evaluate(write);
  expect(await first.evaluate(read)).toEqual({ cookies: 'planted=1', local: 1, session: 1, databases: 1 });
});

test('isn’t there in the next test, though the profile is the same; nor may a clock be, which no test could stop', async () => {
  const next = await newPage();
  expect(next.context()).toBe(first.context());
  await next.goto(start);
  expect(await next.evaluate(read)).toEqual({ cookies: '', local: 0, session: 0, databases: 0 });
  expect(() => next.clock).toThrow('isNew');
});
