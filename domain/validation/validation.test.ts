import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHex, isRgb, isRgba } from './color.ts';
import { dayProblem, isDay } from './day.ts';
import { isEmail } from './email.ts';
import { fieldProblem } from './field.ts';
import { isInstant, momentProblem } from './moment.ts';
import { isFullTime, isTime, parseTime } from './time.ts';

describe('dates', () => {
  test.each(['2026/11/20', '2024/02/29', '2000/02/29', '2026/12/31', '0001/01/01'])('%s is a date', (text) =>
    expect(isDay(text)).toBe(true),
  );
  test.each([
    '2026/02/29',
    '1900/02/29',
    '2026/04/31',
    '2026/13/01',
    '2026/00/10',
    '2026/01/00',
    '0000/01/01',
    '20/11/2026',
    '2026-11-20',
    '2026/1/1',
    '',
  ])('%j is not a date', (text) => expect(isDay(text)).toBe(false));

  test('every day of the calendar is a date', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
        (date) => {
          expect(isDay(date.toISOString().slice(0, 10).replaceAll('-', '/'))).toBe(true);
        },
      ),
    );
  });

  test('a day before today can be refused, today cannot', () => {
    const today = { year: 2026, month: 11, day: 20 };
    expect(dayProblem('2026/11/19', today)).toBe('past');
    expect(dayProblem('2026/11/20', today)).toBeNull();
    expect(dayProblem('2027/01/01', today)).toBeNull();
    expect(dayProblem('2026/11/31', today)).toBe('invalid');
    expect(dayProblem('1999/01/01')).toBeNull();
  });

  test.each(['2026-11-20T12:00Z', '2026-11-20T12:00:30.250Z', '2028-02-29T23:59:59-14:00'])('%s is an instant', (text) =>
    expect(isInstant(text)).toBe(true),
  );
  test.each([
    '2026-02-30T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20',
    '0000-01-01T00:00:00Z',
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00+15:00',
    'tomorrow',
  ])('%j is not an instant', (text) => expect(isInstant(text)).toBe(false));

  test('a moment of today is past to the minute', () => {
    const now = { day: { year: 2026, month: 11, day: 20 }, clock: { hours: 9, minutes: 14, seconds: 30 } };
    expect(momentProblem('2026/11/20', '09:13', now)).toBe('past');
    expect(momentProblem('2026/11/20', '09:14', now)).toBeNull();
    expect(momentProblem('2026/11/19', '23:59', now)).toBe('past');
    expect(momentProblem('2026/11/21', '00:00', now)).toBeNull();
    expect(momentProblem('2026/11/21', '24:00', now)).toBe('invalid');
  });
});

describe('times', () => {
  test('hours run 0–23 and minutes 0–59', () => {
    expect(['00:00', '23:59', '09:05'].every(isTime)).toBe(true);
    expect(['24:00', '12:60', '9:05', '09:05:00', ' 09:05'].some(isTime)).toBe(false);
    expect(isFullTime('23:59:59')).toBe(true);
    expect(['23:59:60', '23:59'].some(isFullTime)).toBe(false);
    expect(parseTime('07:30')).toEqual({ hours: 7, minutes: 30, seconds: 0 });
    expect(parseTime('7h30')).toBeNull();
  });
});

describe('e-mail addresses', () => {
  test.each(['ana@acme.com', 'ana.nunes+bi@sub.acme.com.br', "o'hara@acme.ie", 'joão@açaí.com', 'a@b.co'])('%s has the shape', (text) =>
    expect(isEmail(text)).toBe(true),
  );
  test.each([
    'ana',
    'ana@',
    '@acme.com',
    'ana@acme',
    'a na@acme.com',
    'ana@-acme.com',
    'ana@acme..com',
    '.ana@acme.com',
    'ana@acme.c,om',
    'ana@10.0.0.1',
    'a@b@c.com',
    'ana\u200b@acme.com',
    'ana\u202e@acme.com',
    `${'a'.repeat(65)}@acme.com`,
  ])('%j does not', (text) => expect(isEmail(text)).toBe(false));
});

describe('colours', () => {
  test('hex, rgb and rgba have their shapes and ranges', () => {
    expect(['#fff', '#0C5A66'].every(isHex)).toBe(true);
    expect(['fff', '#ffff', '#gggggg', '#fff;'].some(isHex)).toBe(false);
    expect(['rgb(0,0,0)', 'rgb(255, 128, 0)'].every(isRgb)).toBe(true);
    expect(['rgb(256,0,0)', 'rgb(0,0)', 'rgba(0,0,0,1)'].some(isRgb)).toBe(false);
    expect(['rgba(0,0,0,0)', 'rgba(1, 2, 3, .5)', 'rgba(1,2,3,0.25)', 'rgba(1,2,3,1)'].every(isRgba)).toBe(true);
    expect(['rgba(0,0,0,2)', 'rgba(0,0,300,1)', 'rgb(0,0,0)'].some(isRgba)).toBe(false);
  });
});

describe('field messages', () => {
  test('required is the default and white space counts as empty', () => {
    expect(fieldProblem('  ')).toBe('ui.form.required');
    expect(fieldProblem(null, { required: false, rule: 'email' })).toBeNull();
    expect(fieldProblem('ana', { rule: 'email' })).toBe('ui.form.invalid');
    expect(fieldProblem('ana@acme.com', { rule: 'email' })).toBeNull();
    expect(fieldProblem('2026/11/19', { rule: 'futureDate', today: { year: 2026, month: 11, day: 20 } })).toBe('ui.form.past');
  });
});
