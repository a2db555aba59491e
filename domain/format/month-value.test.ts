import { expect, test } from 'vitest';
import { monthOrValue } from './month-value.ts';

test('a month reads as in the report, and any other value is unchanged', () => {
  expect(monthOrValue('pt-BR', '2026-11')).toBe('nov. 2026');
  expect(monthOrValue('en-US', '2026-11')).toBe('Nov 2026');
  expect(monthOrValue('es', '2026-01')).toBe('ene 2026');
  for (const value of ['2026-13', '2026-11-02', 'Sul', '202611']) expect(monthOrValue('pt-BR', value)).toBe(value);
});
