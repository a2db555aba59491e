import { expect, test } from 'vitest';
import { customInWords, type HistoryField } from './history.ts';

const option = (value: string, labels = {}) => ({ value, labels, retired: false });
const fields: HistoryField[] = [
  {
    key: 'cf_region',
    type: 'list',
    labels: { 'pt-BR': 'Região', 'en-US': 'Region' },
    options: [option('S', { 'pt-BR': 'Sul', 'en-US': 'South' }), { ...option('N', { 'pt-BR': 'Norte' }), retired: true }],
  },
  { key: 'cf_tags', type: 'multiple', labels: { 'pt-BR': 'Marcas' }, options: [option('a', { 'pt-BR': 'Azul' }), option('b')] },
  { key: 'cf_since', type: 'date', labels: { 'pt-BR': 'Desde' }, options: [] },
  { key: 'cf_rate', type: 'number', labels: { 'pt-BR': 'Taxa' }, options: [] },
  { key: 'cf_other', type: 'text', labels: { 'pt-BR': 'Região' }, options: [] },
];
const told = (before: object, after: object, language: 'pt-BR' | 'en-US' = 'pt-BR') =>
  customInWords({ before: { ...before }, after: { ...after } }, { fields, language, own: 'pt-BR' });

test('choices are shown by their labels, in the language of the reader or else of the unit, retired ones too', () => {
  expect(told({ cf_region: 'N' }, { cf_region: 'S' })).toEqual({
    before: { custom: { Região: 'Norte' } },
    after: { custom: { Região: 'Sul' } },
  });
  expect(told({ cf_region: 'N' }, { cf_region: 'S' }, 'en-US')).toEqual({
    before: { custom: { Region: 'Norte' } },
    after: { custom: { Region: 'South' } },
  });
  expect(told({ cf_tags: null }, { cf_tags: ['a', 'b', 'gone'] }).after).toEqual({ custom: { Marcas: 'Azul, b, gone' } });
});

test('days and numbers are in the format of the language', () => {
  expect(told({}, { custom: { cf_since: '2026-11-22', cf_rate: '1234.5' } }).after).toEqual({
    custom: { Desde: '22/11/2026', Taxa: '1.234,5' },
  });
});

test('of a whole record only the differences are shown, and the other parts stay', () => {
  const all = { cf_region: 'S', cf_tags: ['a'] };
  expect(told({ name: 'Ana', custom: all }, { name: 'Bia', custom: { ...all, cf_region: 'N' } })).toEqual({
    before: { name: 'Ana', custom: { Região: 'Sul' } },
    after: { name: 'Bia', custom: { Região: 'Norte' } },
  });
  expect(told({ name: 'Ana', custom: {} }, { name: 'Bia', custom: {} })).toEqual({ before: { name: 'Ana' }, after: { name: 'Bia' } });
});

test('fields with the same label stay separate; a purged one is shown by its key', () => {
  expect(told({}, { cf_region: 'S', cf_other: 'x', cf_gone: 'y' }).after).toEqual({
    custom: { Região: 'Sul', 'Região (cf_other)': 'x', cf_gone: 'y' },
  });
});
