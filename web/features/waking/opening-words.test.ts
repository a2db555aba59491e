import { expect, test } from 'vitest';
import { openingWords } from './opening-words.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-27T23:00:00Z');
const words = (at: string, language: 'pt-BR' | 'en-US' = 'pt-BR') => openingWords(at, now, { language, zone });

test('an opening is named by its time today, its weekday within a week, and its date beyond', () => {
  expect(words('2026-11-28T01:30:00Z')).toEqual({ time: '22:30', day: null });
  expect(words('2026-11-30T11:00:00Z')).toEqual({ time: '08:00', day: 'segunda-feira' });
  expect(words('2026-11-30T11:00:00Z', 'en-US').day).toBe('Monday');
  expect(words('2026-12-07T11:00:00Z').day).toBe('07/12/2026');
});
