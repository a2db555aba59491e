import { expect, test } from 'vitest';
import { holidayDate, holidaysFromLines, ofCountry, together } from './holiday-lines.ts';

test('lines become holidays of one date or of every year', () => {
  const { items, wrong } = holidaysFromLines(
    'pt-BR',
    '25/12 Natal\n24/12/2026; Véspera\r\n2027-01-25 - Aniversário da cidade\n29/02 Bissexto\n\n31/02/2026 Nada\n01/05\nNatal\n1.5. Dia',
  );
  expect(items.map((item) => `${holidayDate('pt-BR', item)} ${item.name}`)).toEqual([
    '25/12 Natal',
    '24/12/2026 Véspera',
    '25/01/2027 Aniversário da cidade',
    '29/02 Bissexto',
  ]);
  expect(wrong).toEqual(['31/02/2026 Nada', '01/05', 'Natal', '1.5. Dia']);
});

test('in en-US the month comes first, in what is pasted and in what is shown', () => {
  const { items, wrong } = holidaysFromLines('en-US', '12/25 Christmas\n7/4/2027 Independence Day\n2027-01-25 Anniversary\n25/12 Natal');
  expect(items.map((item) => `${holidayDate('en-US', item)} ${item.name}`)).toEqual([
    '12/25 Christmas',
    '07/04/2027 Independence Day',
    '01/25/2027 Anniversary',
  ]);
  expect(wrong).toEqual(['25/12 Natal']);
});

test('national holidays join the list once, yearly ones first', () => {
  const christmas = { name: 'Natal', day: null, month: 12, monthDay: 25 };
  const list = together([{ name: 'Feriado da casa', day: '2026-09-07', month: null, monthDay: null }, christmas], ofCountry('BR', 2026));
  expect(list[0]).toEqual(christmas);
  expect(list.filter(({ day }) => day === '2026-09-07').map(({ name }) => name)).toEqual(['Feriado da casa']);
  expect(together(list, ofCountry('BR', 2026))).toEqual(list);
});
