import { expect, test } from 'vitest';
import { recordTexts } from '../../i18n/records-server.ts';
import { filterWords, shortFilters } from './filter-words.ts';
import { filterOperators } from './filters.ts';

const region = { table: 'Loja', column: 'Região', operator: 'In', values: ['Sul', 'Norte'] } as const;

test.each([
  ['pt-BR', 'Loja › Região é um destes: Sul, Norte', 'Loja › Ativa é: sim', 'nov. 2026'],
  ['pt-PT', 'Loja › Região é um destes: Sul, Norte', 'Loja › Ativa é: sim', 'nov. 2026'],
  ['es', 'Loja › Região es uno de: Sul, Norte', 'Loja › Ativa es: sí', 'nov 2026'],
  ['en-US', 'Loja › Região is one of: Sul, Norte', 'Loja › Ativa is: yes', 'Nov 2026'],
] as const)('a filter reads in %s', async (language, listed, switched, month) => {
  const t = await recordTexts(language);
  const [first, second] = shortFilters([region, { table: 'Loja', column: 'Ativa', operator: 'Is', values: [true] }]);
  expect(first && filterWords(first, t, language)).toBe(listed);
  expect(second && filterWords(second, t, language)).toBe(switched);
  // As the reports and their filters write it, wherever the filter is set.
  expect(filterWords({ ...region, column: 'Mês', values: ['2026-11', '2026-13', '2026-11-01'] }, t, language)).toMatch(
    new RegExp(`: ${month.replace('.', '\\.')}, 2026-13, 2026-11-01$`),
  );
  for (const operator of filterOperators)
    expect(filterWords({ ...region, operator, values: [2024] }, t, language)).toMatch(/^Loja › Região (?!access)[^:]+: 2024$/);
});

test('the first of many values are shown and the rest is counted, even if already shortened', async () => {
  const t = await recordTexts('pt-BR');
  const values = Array.from({ length: 14 }, (_, index) => `V${index}`);
  const once = shortFilters([{ ...region, values: [...values, 'x'.repeat(300)] }]);
  const [filter] = shortFilters(once);
  expect(once).toEqual([filter]);
  expect(filter && filterWords(filter, t, 'pt-BR')).toMatch(/V9, \+5$/);
  const longest = { ...region, table: 't'.repeat(200), column: 'c'.repeat(200), values: values.map(() => 'x'.repeat(500)) };
  expect(JSON.stringify(shortFilters(Array.from({ length: 20 }, () => longest))).length).toBeLessThan(20_000);
});

test('a value that is not a filter is left out', () => {
  expect(shortFilters('x')).toEqual([]);
  expect(shortFilters([null, 1, {}, { ...region, values: 'Sul' }, region])).toEqual([region]);
});
