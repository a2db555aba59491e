import { expect, test } from 'vitest';
import { preloadLinks, preloadNames } from './preload.ts';

const report = '/018f0000-0000-7000-8000-000000000000/reports/view';

test.each([
  ['/', 'home'],
  [report, 'report-view'],
  ['/all/reports', 'all-reports'],
  ['/user', 'users'],
  ['/partners', 'partners'],
  ['/reports', 'subgroups'],
  ['/authorization/a-token', 'remote-access-wait'],
])('%s names the portal and the page that stands there', (path, page) => {
  expect(preloadNames(path, 'pt-BR')).toEqual(['sign-in:pt-BR', 'view:pt-BR', 'portal', page, `${page}:pt-BR`]);
});

test.each(['/signin', '/faq', '/embedded/a-token', '/nowhere', '/018f/nowhere'])('%s preloads only its language files', (path) => {
  expect(preloadNames(path, 'es')).toEqual(['sign-in:es']);
});

test('each file is named once, and only hashed files are named', () => {
  const routeFiles = 'assets/a-1.js,assets/a-1.css,assets/b-2.js,//evil.test/x.js,assets/"x.js|portal=0,1|users=0,2,3,4,9';
  expect(preloadLinks(routeFiles, ['portal', 'users', 'none'], 'n1')).toEqual({
    code: '<link rel="modulepreload" nonce="n1" href="/assets/a-1.js"><link rel="modulepreload" nonce="n1" href="/assets/b-2.js">',
    styles: '<link rel="stylesheet" nonce="n1" href="/assets/a-1.css">',
  });
  expect(preloadLinks('', ['portal'], 'n1')).toEqual({ code: '', styles: '' });
});
