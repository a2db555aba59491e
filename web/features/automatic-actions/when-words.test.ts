import { describe, expect, test } from 'vitest';
import { texts as english } from '../../../i18n/en-US/index.ts';
import { texts as brazilian } from '../../../i18n/pt-BR/index.ts';
import type { Language, Translate } from '../../i18n.ts';
import { sentTrigger, triggerProblem, usualTrigger, withFrequency, withPeriod } from './trigger-draft.ts';
import { triggerWords, whenWords } from './when-words.ts';

const said = (texts: object): Translate => {
  const words = texts as Record<string, string>; // because its keys are those of the texts
  return (key, vars = {}) => {
    const text = words[key] ?? words[`${key}_${vars.count === 1 ? 'one' : 'other'}`] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name]));
  };
};
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const en = (trigger: object) => plain(triggerWords({ ...usualTrigger, ...trigger }, said(english), 'en-US'));
const pt = (trigger: object) => triggerWords({ ...usualTrigger, ...trigger }, said(brazilian), 'pt-BR');
const period = { times: [], everyMinutes: 30, from: '06:00', until: '20:00' };
const monthly = { frequency: 'monthly', days: [], times: ['18:00'] };

describe('when a task runs, in words', () => {
  test.each([
    [{ times: ['07:30'] }, 'Weekdays, 7:30 AM', 'Dias úteis, 07:30'],
    [{ times: ['06:00', '13:00'] }, 'Weekdays, 6:00 AM · 1:00 PM', 'Dias úteis, 06:00 · 13:00'],
    [{ days: ['MONDAY'], times: ['08:00'] }, 'Mondays, 8:00 AM', 'Segundas, 08:00'],
    [{ days: ['WEDNESDAY', 'MONDAY'], times: ['08:00'] }, 'Mon, Wed, 8:00 AM', 'Seg, qua, 08:00'],
    [{ frequency: 'daily', days: [], ...period }, 'Every 30 min, 6:00 AM to 8:00 PM', 'A cada 30 min, 6h às 20h'],
    [{ ...period, everyMinutes: 60, from: '07:30' }, 'Weekdays, every hour, 7:30 AM to 8:00 PM', 'Dias úteis, a cada hora, 7h30 às 20h'],
    [{ ...monthly, monthDay: 31, businessDay: 'previous' }, 'Last business day, 6:00 PM', 'Último dia útil, 18:00'],
    [{ ...monthly, monthDay: 1, businessDay: 'next' }, 'Day 1 or next business day, 6:00 PM', 'Dia 1º ou próximo útil, 18:00'],
    [{ ...monthly, monthDay: 31, shortMonth: 'skip' }, 'Day 31, 6:00 PM', 'Dia 31, 18:00'],
    [{ frequency: 'once', date: '2026-11-23', days: [] }, '11/23/2026, 6:00 AM', '23/11/2026, 06:00'],
    [{ onHoliday: 'skip' }, 'Weekdays, 6:00 AM, not on holidays', 'Dias úteis, 06:00, exceto feriados'],
  ])('%j', (trigger, inEnglish, inPortuguese) => {
    expect(en(trigger)).toBe(inEnglish);
    expect(pt(trigger)).toBe(inPortuguese);
  });

  test('several triggers follow each other', () => {
    const language: Language = 'en-US';
    expect(plain(whenWords([usualTrigger, { ...usualTrigger, days: ['SATURDAY'] }], said(english), language))).toBe(
      'Weekdays, 6:00 AM; Saturdays, 6:00 AM',
    );
  });
});

describe('a trigger that is typed', () => {
  test('keeps what its frequency needs, and nothing of another', () => {
    const monthlyOne = withFrequency(usualTrigger, 'monthly', '2026-11-23');
    expect(monthlyOne).toMatchObject({ days: [], monthDay: 1, date: null });
    expect(withFrequency({ ...monthlyOne, businessDay: 'next' }, 'weekly', '2026-11-23')).toMatchObject({
      days: usualTrigger.days,
      monthDay: null,
      businessDay: 'none',
    });
    const once = withFrequency(withPeriod(usualTrigger, true), 'once', '2026-11-23');
    expect(once).toMatchObject({ date: '2026-11-23', everyMinutes: null, from: null, times: ['06:00'] });
  });

  test.each([
    [{ days: [] }, 'days'],
    [{ frequency: 'once', date: null }, 'date'],
    [{ times: [] }, 'times'],
    [{ times: ['06:00', ''] }, 'times'],
    [{ ...period, until: '06:00' }, 'period'],
    [{ ...period, from: null }, 'period'],
    [period, null],
    [{}, null],
  ] as const)('says what is missing in %j', (trigger, problem) => {
    expect(triggerProblem({ ...usualTrigger, ...trigger } as typeof usualTrigger)).toBe(problem); // because the rows are constants
  });

  test('sends each time once, in order', () => {
    expect(sentTrigger({ ...usualTrigger, times: ['13:00', '06:00', '13:00'] }).times).toEqual(['06:00', '13:00']);
  });
});
