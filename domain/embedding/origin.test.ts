import { expect, test } from 'vitest';
import { allowsOrigin, originFrom } from './origin.ts';

test.each([
  ['https://intranet.vertice.test', 'https://intranet.vertice.test'],
  [' HTTPS://Intranet.Vertice.test/ ', 'https://intranet.vertice.test'],
  ['https://vertice.test:8443', 'https://vertice.test:8443'],
  ['https://*.vertice.test', 'https://*.vertice.test'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('%s is an origin', (text, origin) => expect(originFrom(text)).toBe(origin));

test.each([
  'http://vertice.test',
  'https://*',
  'https://*.test',
  '*',
  "'self'",
  'https://a.test; script-src *',
  'https://a.test b.test',
  'https://a.test/path',
  'https://a.test?x',
  'https://user@a.test',
  'https://-a.test',
  'data:',
  '',
])('%s is not', (text) => expect(originFrom(text)).toBeNull());

test('a list allows its entries, and the hosts below a wildcard', () => {
  const list = ['https://a.test', 'https://*.b.test'];
  for (const origin of ['https://a.test', 'https://x.b.test', 'https://x.y.b.test']) expect(allowsOrigin(list, origin), origin).toBe(true);
  for (const origin of ['https://b.test', 'https://evil-b.test', 'http://a.test', 'https://a.test.evil.test', 'null', ''])
    expect(allowsOrigin(list, origin), origin).toBe(false);
});
