import { expect, test } from 'vitest';
import { excerptLength } from './limits.ts';
import { gapsIn, getExcerpt, languageRead } from './texts.ts';

test('a reader gets their language, the other Portuguese, the unit’s language, or whatever there is', () => {
  expect(languageRead({ es: 1, 'en-US': 1 }, 'es', 'en-US')).toBe('es');
  expect(languageRead({ 'pt-BR': 1, 'en-US': 1 }, 'pt-PT', 'en-US')).toBe('pt-BR');
  expect(languageRead({ es: 1, 'en-US': 1 }, 'pt-PT', 'en-US')).toBe('en-US');
  expect(languageRead({ es: 1 }, 'pt-BR', 'en-US')).toBe('es');
  expect(languageRead({}, 'pt-BR', 'en-US')).toBeNull();
});

test('an excerpt of imported HTML has its words and none of its tags', () => {
  expect(getExcerpt({ html: '<p>Fecha na <b>sexta</b> &amp; sábado.</p><p>Até lá.</p>' })).toBe('Fecha na sexta & sábado. Até lá.');
});

test('gaps are the languages without a text', () => {
  expect(gapsIn({ 'pt-BR': 1, es: 1 })).toEqual(['en-US', 'pt-PT']);
});

test('an excerpt is one line, cut between letters', () => {
  expect(
    getExcerpt({
      body: [
        { type: 'p', content: [{ text: 'Fecha na sexta.' }] },
        { type: 'p', content: [{ text: 'Até lá.' }] },
      ],
    }),
  ).toBe('Fecha na sexta. Até lá.');
  const long = getExcerpt({ body: [{ type: 'p', content: [{ text: '🙂'.repeat(excerptLength + 1) }] }] });
  expect([...long]).toHaveLength(excerptLength);
  expect(long.isWellFormed()).toBe(true);
});
