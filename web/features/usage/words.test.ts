import { expect, test } from 'vitest';
import { dayBars, durationWords, hourBars } from './words.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test("a duration is shown in minutes, then in hours and minutes, in the reader's language", () => {
  expect(plain(durationWords('pt-BR', 59 * 60))).toBe('59 min');
  expect(plain(durationWords('en-US', 3 * 3600 + 20 * 60))).toBe('3 hr 20 min');
  expect(plain(durationWords('es', 7200))).toBe('2 h');
  expect(plain(durationWords('pt-PT', 0))).toBe('0 min');
});

test('every day and every hour is a bar with its own label', () => {
  expect(dayBars('pt-BR', [{ day: '2026-11-02', views: 1200 }])).toEqual([
    { id: '2026-11-02', label: '02/11/2026', short: '02/11', value: 1200, said: '02/11/2026: 1.200' },
  ]);
  expect(hourBars('pt-BR', [0, 5])[1]).toMatchObject({ label: '01:00', said: '01:00: 5' });
  expect(plain(hourBars('en-US', Array(14).fill(5))[13]?.said ?? '')).toBe('1:00 PM: 5');
});
