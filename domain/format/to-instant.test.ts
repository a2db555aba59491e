import { expect, test } from 'vitest';
import { toInstant } from './to-instant.ts';

const at = (day: string, time: string) => {
  const [year, month, date] = day.split('-').map(Number);
  const [hours, minutes] = time.split(':').map(Number);
  return { year, month, day: date, hours, minutes } as { year: number; month: number; day: number; hours: number; minutes: number };
};
const iso = (day: string, time: string, zone: string) => toInstant(at(day, time), zone).toISOString().slice(0, 16);

test('a day and a time in a zone are one instant', () => {
  expect(iso('2026-11-21', '22:00', 'America/Sao_Paulo')).toBe('2026-11-22T01:00');
  expect(iso('2026-07-01', '09:30', 'Europe/Lisbon')).toBe('2026-07-01T08:30');
  expect(iso('2026-11-21', '00:00', 'Asia/Kolkata')).toBe('2026-11-20T18:30');
  expect(iso('2026-11-21', '23:59', 'Pacific/Kiritimati')).toBe('2026-11-21T09:59');
});

test('a time skipped in spring is the first one after the gap', () => {
  expect(iso('2027-03-28', '01:30', 'Europe/Lisbon')).toBe('2027-03-28T01:00');
  expect(iso('2027-03-28', '02:30', 'Europe/Madrid')).toBe('2027-03-28T01:00');
});

test('a time repeated in autumn is its first occurrence', () => {
  expect(iso('2026-10-25', '01:30', 'Europe/Lisbon')).toBe('2026-10-25T00:30');
  expect(iso('2026-10-25', '02:30', 'Europe/Madrid')).toBe('2026-10-25T00:30');
});
