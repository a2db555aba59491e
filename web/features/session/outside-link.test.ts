import { expect, test } from 'vitest';
import { outsideLink } from './outside-link.ts';

test('an https address is a link', () => {
  expect(outsideLink('https://dados.example/painel?x=1')).toBe('https://dados.example/painel?x=1');
});

test.each([
  null,
  '',
  '/own',
  'http://a.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://bank.example@evil.example/',
  'https:',
])('%j is none', (value) => {
  expect(outsideLink(value)).toBeNull();
});
