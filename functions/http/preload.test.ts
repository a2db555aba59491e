import { expect, test } from 'vitest';
import { preloadLinks, preloadNames } from './preload.ts';

test('a public page names its language alone, a report’s page all that its frame needs', () => {
  expect(preloadNames('/signin', 'es')).toEqual(['sign-in:es']);
  expect(preloadNames('/018f0000-0000-7000-8000-000000000000/reports/view', 'pt-BR')).toEqual([
    'sign-in:pt-BR',
    'view:pt-BR',
    'portal',
    'report',
  ]);
  expect(preloadNames('/', 'pt-BR')).toContain('home');
  expect(preloadNames('/all/reports', 'pt-BR')).toEqual(['sign-in:pt-BR', 'view:pt-BR', 'portal']);
});

test('every file is named once, and nothing but a hashed file is', () => {
  const lists = 'portal=assets/a-1.js,assets/a-1.css|report=assets/a-1.js,assets/b-2.js,//evil.test/x.js,assets/"x.js';
  expect(preloadLinks(lists, ['portal', 'report', 'none'], 'n1')).toBe(
    '<link rel="modulepreload" nonce="n1" href="/assets/a-1.js"><link rel="stylesheet" nonce="n1" href="/assets/a-1.css"><link rel="modulepreload" nonce="n1" href="/assets/b-2.js">',
  );
});
