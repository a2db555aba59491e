import { describe, expect, test } from 'vitest';
import { texts as en } from './en-US/index.ts';
import { texts as es } from './es/index.ts';
import { texts as br } from './pt-BR/index.ts';
import { texts as pt } from './pt-PT/index.ts';

const languages = { 'pt-BR': br, 'pt-PT': pt, es } as const;
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('texts', () => {
  test.each(Object.entries(languages))('%s has the keys and the variables of en-US', (_, texts) => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      // A plural of one may write the number out.
      if (key.endsWith('_one')) continue;
      expect(variables(texts[key as keyof typeof en]), key).toEqual(variables(text)); // because Object.entries widens the key
    }
  });

  test('no text is empty and plurals come in pairs', () => {
    for (const texts of [en, ...Object.values(languages)]) for (const text of Object.values(texts)) expect(text.trim()).not.toBe('');
    const keys = new Set(Object.keys(en));
    for (const key of keys) if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'));
  });
});
