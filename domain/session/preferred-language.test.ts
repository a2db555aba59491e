import { expect, test } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

test.each([
  ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-PT'],
  ['pt', 'pt-BR'],
  ['en-GB,en;q=0.9', 'en-US'],
  ['fr-FR, es-MX;q=0.7, en;q=0.3', 'es'],
  ['en;q=0.2, es;q=0.9', 'es'],
  ['en;q=0, pt-BR;q=0.1', 'pt-BR'],
  ['EN-us', 'en-US'],
  ['de', null],
  ['*', null],
  ['', null],
  [';;;q=x,,', null],
])('%s asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
