import { describe, expect, it } from 'vitest';
import { countInWords, firstName, getNews, partOfDay } from './greeting.ts';

describe('the greeting', () => {
  it.each([
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [2, 'evening'],
  ])('at %d it is %s', (hour, part) => expect(partOfDay(hour)).toBe(part));

  it('mentions updated reports first, then new ones, then the total', () => {
    expect(getNews({ reports: 51, updatedToday: 4, addedThisWeek: 2 })).toEqual({ key: 'updated', count: 4 });
    expect(getNews({ reports: 51, updatedToday: 0, addedThisWeek: 2 })).toEqual({ key: 'added', count: 2 });
    expect(getNews({ reports: 51, updatedToday: 0, addedThisWeek: 0 })).toEqual({ key: 'total', count: 51 });
    expect(getNews({ reports: 0, updatedToday: 0, addedThisWeek: 0 })).toEqual({ key: 'none', count: 0 });
  });

  it('writes small numbers in words', () => {
    expect(countInWords(4, 'um|dois|três|quatro')).toBe('quatro');
    expect(countInWords(12, 'um|dois|três|quatro')).toBe('12');
  });

  it('greets by the first name', () => expect(firstName('  Helena Prado ')).toBe('Helena'));
});
