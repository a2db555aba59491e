import { describe, expect, test, vi } from 'vitest';
import { monthName, monthShort, WEEKDAYS, weekdayName, weekdayShort } from './calendar.ts';
import { clockSpan, clockWords, formatClock } from './clock.ts';
import { dayToWire, formatDate, formatDateTime, formatDay, formatIsoDay, formatLongDay, formatTime, typedDay, wallClock } from './date.ts';
import { formatBytes, formatList, formatMoney, formatNumber, formatPercent } from './number.ts';
import { formatCountdown, formatMoment, formatSpan, formatWhen } from './relative.ts';
import { toInstant } from './to-instant.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-20T12:14:00Z');
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('a thousand dates of a zone need one formatter for each form', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const rare = 'Pacific/Chatham';
  for (let n = 0; n < 1_000; n += 1) {
    const at = new Date(now.getTime() + n * 3_600_000);
    formatDateTime('pt-BR', at, rare);
    formatLongDay('pt-BR', at, rare);
    formatWhen('pt-BR', at, now, rare);
    toInstant(wallClock(at, rare), rare);
  }
  expect(made).toHaveBeenCalledTimes(3);
  made.mockRestore();
});

describe('dates', () => {
  test('are written DD/MM/YYYY in the zone', () => {
    expect(formatDay('pt-PT', { year: 2026, month: 3, day: 7 })).toBe('07/03/2026');
    expect(formatDate('es', new Date('2026-11-20T02:30:00Z'), zone)).toBe('19/11/2026');
    expect(formatDate('pt-BR', new Date('2026-11-20T02:30:00Z'), 'Europe/Lisbon')).toBe('20/11/2026');
    expect(dayToWire('pt-BR', '20/11/2026')).toBe('2026/11/20');
    expect(dayToWire('pt-BR', '2026-11-20')).toBeNull();
  });

  test('have the month first in en-US, where they are written and where they are read', () => {
    expect(formatDay('en-US', { year: 2026, month: 3, day: 7 })).toBe('03/07/2026');
    expect(plain(formatDateTime('en-US', new Date('2026-11-27T16:00:00Z'), zone))).toBe('11/27/2026 1:00 PM');
    expect(formatIsoDay('en-US', '2026-11-20')).toBe('11/20/2026');
    expect(dayToWire('en-US', '11/20/2026')).toBe('2026/11/20');
    expect(formatWhen('en-US', new Date('2026-11-18T12:00:00Z'), now, zone)).toBe('11/18/2026');
    expect(plain(formatMoment('en-US', new Date('2026-11-24T21:00:00Z'), now, zone))).toBe('11/24/2026, 6:00 PM');
  });

  test('a field keeps what is no whole day yet, and shows it as it was typed', () => {
    expect(typedDay('en-US', '11/20/2026')).toBe('2026-11-20');
    expect(typedDay('es', '20/11/202')).toBe('20/11/202');
    expect(formatIsoDay('es', '20/11/202')).toBe('20/11/202');
  });

  test('midnight is hour 0', () =>
    expect(wallClock(new Date('2026-11-20T03:00:00Z'), zone)).toEqual({
      year: 2026,
      month: 11,
      day: 20,
      hours: 0,
      minutes: 0,
      weekday: 5,
    }));

  test('clocks follow the language', () => {
    expect(plain(formatTime('pt-BR', now, zone))).toBe('09:14');
    expect(plain(formatTime('en-US', now, zone))).toBe('9:14 AM');
    expect(formatDateTime('es', now, zone)).toBe('20/11/2026 09:14');
    expect(['07:30', '13:00', '', '7:'].map((time) => plain(formatClock('en-US', time)))).toEqual(['7:30 AM', '1:00 PM', '', '7:']);
    expect((['pt-BR', 'es'] as const).map((language) => formatClock(language, '7:30'))).toEqual(['07:30', '07:30']);
    expect(['0:00', '18:00', '07:30', '24:00'].map((time) => clockWords('pt-PT', time))).toEqual(['0h', '18h', '7h30', '24h']);
    expect([clockWords('es', '07:00'), plain(clockWords('en-US', '24:00'))]).toEqual(['7:00', '12:00 AM']);
  });

  test('a span in little room names the half of the day once, where both times are in it', () => {
    const spans = (language: 'en-US' | 'es' | 'pt-BR') =>
      [
        ['05:00', '07:00'],
        ['07:30', '20:00'],
        ['22:00', '06:00'],
        ['08:00', '08:00'],
      ].map(([from = '', until = '']) => plain(clockSpan(language, from, until)));
    expect(spans('en-US')).toEqual(['5–7 AM', '7:30 AM–8 PM', '10 PM–6 AM', '8 AM–8 AM']);
    expect(spans('es')).toEqual(['5:00–7:00', '7:30–20:00', '22:00–6:00', '8:00–8:00']);
    expect(spans('pt-BR')).toEqual(['5h–7h', '7h30–20h', '22h–6h', '8h–8h']);
    expect(formatLongDay('pt-BR', now, zone)).toBe('sexta-feira, 20 de novembro');
  });
});

describe('calendar names', () => {
  test('Portuguese uses the short forms of the specification', () => {
    expect(WEEKDAYS.map((day) => weekdayShort('pt-BR', day))).toEqual(['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab']);
    expect(Array.from({ length: 12 }, (_, index) => monthShort('pt-PT', index + 1)).join(' ')).toBe(
      'jan fev mar abr mai jun jul ago set out nov dez',
    );
  });

  test('other languages use their own', () => {
    expect(weekdayShort('en-US', 'SUNDAY')).toBe('Sun');
    expect(weekdayShort('es', 'WEDNESDAY')).toBe('mié');
    expect(weekdayName('pt-PT', 'MONDAY')).toBe('segunda-feira');
    expect(monthShort('en-US', 12)).toBe('Dec');
    expect(monthName('es', 1)).toBe('enero');
  });
});

describe('numbers', () => {
  test('follow the language', () => {
    expect(formatNumber('pt-BR', 1234.5)).toBe('1.234,5');
    expect(formatNumber('en-US', 1234.5, 2)).toBe('1,234.50');
    expect(plain(formatMoney('pt-BR', 327600))).toBe('R$ 3.276,00');
    expect(plain(formatPercent('pt-BR', 0.964))).toBe('96,4%');
    expect(formatList('pt-BR', ['Vendas', 'Logística', 'Pessoas'])).toBe('Vendas, Logística e Pessoas');
  });

  test.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [217_088, '212 KB'],
    [1024 ** 2 - 1, '1 MB'],
    [1.5 * 1024 ** 3, '1.5 GB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1,024 PB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes('en-US', bytes)).toBe(text));
});

describe('when', () => {
  test.each([
    ['2026-11-20T12:13:50Z', 'agora'],
    ['2026-11-20T12:02:00Z', 'há 12 min'],
    ['2026-11-20T09:10:00Z', 'hoje, 06:10'],
    ['2026-11-20T02:59:00Z', 'ontem'],
    ['2026-11-18T12:00:00Z', '18/11/2026'],
    ['2026-11-20T12:44:00Z', 'em 30 min'],
  ])('%s reads %s', (at, text) => expect(plain(formatWhen('pt-BR', new Date(at), now, zone))).toBe(text));

  test('a countdown shows hours only when it has them', () => {
    expect(formatCountdown(1450)).toBe('24:10');
    expect(formatCountdown(3850.9)).toBe('1:04:10');
    expect(formatCountdown(-3)).toBe('0:00');
  });
});

test('a future span names its day, and an end its day only where it differs', () => {
  const [zone, now] = ['America/Sao_Paulo', new Date('2026-11-20T15:00:00Z')];
  const at = (instant: string) => formatMoment('pt-BR', new Date(instant), now, zone);
  expect([at('2026-11-20T21:00:00Z'), at('2026-11-21T21:00:00Z'), at('2026-11-24T21:00:00Z')]).toEqual([
    'hoje, 18:00',
    'amanhã, 18:00',
    '24/11/2026, 18:00',
  ]);
  const span = (until: string) => formatSpan('pt-BR', new Date('2026-11-21T21:00:00Z'), new Date(until), now, zone);
  expect(span('2026-11-21T23:00:00Z')).toEqual({ from: 'amanhã, 18:00', until: '20:00' });
  expect(span('2026-11-22T13:00:00Z')).toEqual({ from: 'amanhã, 18:00', until: '22/11/2026, 10:00' });
});
