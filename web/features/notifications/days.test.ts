import { expect, test } from 'vitest';
import { byDay } from './days.ts';

const words = {
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  now: new Date('2026-11-21T02:30:00Z'),
  today: 'Hoje',
  yesterday: 'Ontem',
} as const;

test('days follow the reader’s time zone: late in the evening it is still today', () => {
  const at = ['2026-11-21T02:10:00Z', '2026-11-20T03:10:00Z', '2026-11-20T02:50:00Z', '2026-11-12T15:00:00Z'];
  const days = byDay(
    at.map((moment) => ({ at: moment })),
    words,
  );
  expect(days.map(({ title, items }) => [title, items.length])).toEqual([
    ['Hoje', 2],
    ['Ontem', 1],
    ['quinta-feira, 12 de novembro', 1],
  ]);
  expect(byDay([], words)).toEqual([]);
});
