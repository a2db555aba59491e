import { describe, expect, test } from 'vitest';
import enExport from '../../i18n/en-US/export.ts';
import { texts as en } from '../../i18n/en-US/index.ts';
import esExport from '../../i18n/es/export.ts';
import { texts as es } from '../../i18n/es/index.ts';
import brExport from '../../i18n/pt-BR/export.ts';
import { texts as br } from '../../i18n/pt-BR/index.ts';
import ptExport from '../../i18n/pt-PT/export.ts';
import { texts as pt } from '../../i18n/pt-PT/index.ts';
import { banned, languages, misusedWords, type Terms, unpluralled } from './words.ts';

const withExport = (texts: Terms, files: Terms): Terms => ({
  ...texts,
  ...Object.fromEntries(Object.entries(files).map(([key, text]) => [`export.${key}`, text])),
});
const bundles = [
  ['en-US', withExport(en, enExport)],
  ['pt-BR', withExport(br, brExport)],
  ['pt-PT', withExport(pt, ptExport)],
  ['es', withExport(es, esExport)],
] as const;

describe('the words of the texts', () => {
  test.each(bundles)('%s gives every counted noun its plural', (_, texts) => {
    expect(Object.keys(texts).length).toBeGreaterThan(3000);
    expect(unpluralled(texts)).toEqual([]);
  });

  test.each(bundles)('%s uses the terms of i18n/TERMS.md', (language, texts) => {
    expect(misusedWords(language, texts)).toEqual([]);
  });

  test.each(languages)('%s has a list of words that are not used', (language) => {
    expect(banned[language].length).toBeGreaterThan(3);
    for (const { word, use } of banned[language]) expect(misusedWords(language, { 'a.b': use }), `${word}: ${use}`).toEqual([]);
  });

  test('a banned word and a count without a plural are seen', () => {
    expect(misusedWords('en-US', { 'a.b': 'Nobody has favourites' })).toEqual([
      'a.b: “Nobody”, write “no one”',
      'a.b: “favourites”, write “favorites”',
    ]);
    expect(misusedWords('en-US', { 'a.b': 'Ask whoever manages it.' })).toHaveLength(1);
    expect(misusedWords('pt-BR', { 'a.b': 'Enviar solicitação' })).toEqual(['a.b: “solicitação”, write “pedido”']);
    expect(misusedWords('es', { 'a.b': 'Elija una opción' })).toEqual(['a.b: “Elija”, write “elige”']);
    // What the specification fixes stays as it is written there.
    expect(misusedWords('pt-BR', { error_azure_not_companies: 'Solicite ao administrador o acesso a uma unidade de negócio!' })).toEqual(
      [],
    );
    const texts = {
      'a.left': '{{count}} lugares em uso',
      'a.room': '{{count}} de {{most}} campos',
      'a.sum': 'Linhas com erro: {{count}}.',
    };
    expect(unpluralled(texts)).toEqual(['a.left']);
    expect(unpluralled({ 'a.rows_other': '{{count}} rows' })).toEqual(['a.rows_one']);
  });
});
