import { expect, test } from 'vitest';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { workdays } from '../when-words.ts';
import { conflictName, inLegend, toBlocks } from './blocks.ts';

const shift = (name: string, more: Partial<ShiftRow> = {}): ShiftRow => ({
  id: name,
  purpose: 'capacity',
  capacityId: null,
  name,
  days: [...workdays],
  starts: '08:00',
  ends: '20:00',
  autoActivate: 'S',
  autoPause: 'S',
  idleMinutes: null,
  useSchedule: 'S',
  size: null,
  people: 0,
  version: 1,
  ...more,
});
const spans = (shifts: ShiftRow[], day: Parameters<typeof toBlocks>[1]) =>
  toBlocks(shifts, day).map(({ start, end, lane }) => [start, end, lane]);

test('a shift of a night lies on both of its days', () => {
  const night = shift('Noite', { days: ['FRIDAY'], starts: '22:00', ends: '04:00' });
  expect(spans([night], 'FRIDAY')).toEqual([[1320, 1440, 0]]);
  expect(spans([night], 'SATURDAY')).toEqual([[0, 240, 0]]);
  expect(spans([night], 'SUNDAY')).toEqual([]);
  const sunday = shift('Domingo', { days: ['SUNDAY'], starts: '20:00', ends: '20:00' });
  expect(spans([sunday], 'MONDAY')).toEqual([[0, 1200, 0]]);
  expect(spans([shift('Até meia-noite', { days: ['MONDAY'], ends: '00:00' })], 'TUESDAY')).toEqual([]);
});

test('shifts that overlap lie beside each other, and those that meet in one line', () => {
  const early = shift('Cedo', { starts: '06:00', ends: '08:00' });
  expect(spans([shift('Comercial'), early, shift('Mais', { starts: '10:00', ends: '12:00' })], 'MONDAY')).toEqual([
    [360, 480, 0],
    [480, 1200, 0],
    [600, 720, 1],
  ]);
});

test('the longest shift comes first in the legend', () => {
  const names = inLegend([shift('Sábado', { days: ['SATURDAY'] }), shift('Comercial')]).map(({ name }) => name);
  expect(names).toEqual(['Comercial', 'Sábado']);
});

test('a shift that wants something else at the same time is named, one that does the same is not', () => {
  const commercial = shift('Comercial', { size: 'F8' });
  expect(conflictName(shift('Outro', { size: 'F4' }), [commercial])).toBe('Comercial');
  expect(conflictName(shift('Outro', { size: 'F8' }), [commercial])).toBeNull();
  expect(conflictName(shift('Outro', { size: 'F4', days: ['SUNDAY'] }), [commercial])).toBeNull();
  expect(conflictName({ ...commercial, size: 'F4' }, [commercial])).toBeNull();
});
