import { describe, expect, test } from 'vitest';
import type { TriggerFields } from './contract.ts';
import { getActiveTime, getTriggers, nextOfAll, refuseTarget, taskOptions } from './edit.ts';
import { isSameTrigger, storedTrigger, triggerFields, triggerProblem } from './trigger.ts';

const now = new Date('2026-11-24T12:00:00Z');
const calendar = { zone: 'America/Sao_Paulo', holidays: [] };
const year = { from: now, until: new Date('2027-11-24T12:00:00Z') };
const daily: TriggerFields = {
  ...{ frequency: 'daily', date: null, days: [], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
  ...{ times: ['06:00'], everyMinutes: null, from: null, until: null },
};

describe('a trigger', () => {
  test.each([
    [{ frequency: 'once' }, 'date'],
    [{ frequency: 'weekly' }, 'days'],
    [{ frequency: 'monthly' }, 'monthDay'],
    [{ times: [] }, 'times'],
    [{ everyMinutes: 30, from: '06:00', until: '20:00' }, 'times'],
    [{ everyMinutes: 30, times: [], until: '20:00' }, 'from'],
    [{ everyMinutes: 30, times: [], from: '20:00', until: '06:00' }, 'until'],
    [{}, null],
  ] as const)('%j lacks %j', (change, field) => {
    expect(triggerProblem({ ...daily, ...change } as TriggerFields)).toBe(field); // because the rows are readonly
  });

  test('is stored without what its frequency doesn’t use, and comes back as it was sent', () => {
    const weekly: TriggerFields = {
      ...daily,
      frequency: 'weekly',
      days: ['SUNDAY', 'MONDAY', 'MONDAY'],
      monthDay: 3,
      times: ['13:00', '06:00'],
    };
    const stored = storedTrigger(weekly);
    expect(stored).toMatchObject({ days: [1, 7], monthDay: null, times: ['06:00', '13:00'] });
    expect(triggerFields(stored)).toMatchObject({ days: ['MONDAY', 'SUNDAY'] });
    expect(isSameTrigger(stored, storedTrigger({ ...weekly, days: ['MONDAY', 'SUNDAY'] }))).toBe(true);
    expect(isSameTrigger(stored, storedTrigger({ ...weekly, onHoliday: 'skip' }))).toBe(false);
  });
});

describe('the time of a task', () => {
  test('is a year from now unless said, and neither begins nor ends in the past', () => {
    expect(getActiveTime({ startsAt: null, endsAt: null }, now)).toEqual({ from: now, until: new Date('2027-11-24T12:00:00Z') });
    expect(getActiveTime({ startsAt: '2026-11-24T11:00:00Z', endsAt: null }, now)).toMatchObject({
      refused: 'task_times',
      field: 'startsAt',
    });
    expect(getActiveTime({ startsAt: null, endsAt: '2026-11-24T11:00:00Z' }, now)).toMatchObject({
      refused: 'task_times',
      field: 'endsAt',
    });
    const stored = { startsAt: new Date('2026-01-01T00:00:00Z'), endsAt: year.until };
    expect(getActiveTime({ startsAt: '2026-01-01T00:00:00Z', endsAt: null }, now, stored)).toMatchObject({ from: stored.startsAt });
  });

  test('needs a run ahead; the runs of all triggers come in order, once', () => {
    const over = { ...daily, frequency: 'once', date: '2026-11-01' } as const;
    expect(getTriggers([over], year, calendar, now)).toEqual({ refused: 'task_times', field: 'triggers.0.date' });
    // Beside one that runs it is refused at its own field, unless it was stored before.
    expect(getTriggers([daily, over], year, calendar, now)).toEqual({ refused: 'task_times', field: 'triggers.1.date' });
    const later = { ...over, date: '2028-01-01' } as const;
    expect(getTriggers([later, daily], year, calendar, now)).toEqual({ refused: 'task_times', field: 'triggers.0.date' });
    expect(getTriggers([daily, over], year, calendar, now, [storedTrigger(over)])).toMatchObject({ triggers: { length: 2 } });
    expect(getTriggers([over], year, calendar, now, [storedTrigger(over)])).toEqual({ refused: 'task_times', field: 'triggers' });
    expect(getTriggers([daily, { ...daily, times: [] }], year, calendar, now)).toEqual({
      refused: 'task_times',
      field: 'triggers.1.times',
    });
    const both = [daily, { ...daily, times: ['06:00', '13:00'] }].map(storedTrigger);
    expect(nextOfAll(both, year, calendar, now, 3).map((run) => run.toISOString())).toEqual([
      '2026-11-24T16:00:00.000Z',
      '2026-11-25T09:00:00.000Z',
      '2026-11-25T16:00:00.000Z',
    ]);
  });
});

describe('a target', () => {
  const found = { exists: true, hasModel: true, isControlled: true };
  const refresh = { type: 'dataset', action: 'refresh', targetKind: 'report', targetId: 'r' } as const;
  test.each([
    [refresh, found, null],
    [{ ...refresh, action: 'start' }, found, 'invalid_input'],
    [{ ...refresh, targetKind: 'group' }, found, 'task_target'],
    [{ ...refresh, targetId: null }, found, 'task_target'],
    [refresh, { ...found, exists: false }, 'not_found'],
    [refresh, { ...found, hasModel: false }, 'task_target'],
    [{ type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: 'c' }, { ...found, isControlled: false }, 'task_target'],
    [{ type: 'maintenance', action: 'end', targetKind: 'unit', targetId: null }, { ...found, exists: false }, null],
  ] as const)('%j with %j is %j', (asked, target, code) => {
    expect(refuseTarget(asked, target)?.refused ?? null).toBe(code);
  });
});

test('options are those of the action; others are refused, and a window has its defaults', () => {
  expect(taskOptions('refresh', {}, 'Carga')).toEqual({ options: {} });
  expect(taskOptions('refresh', { minutes: 60 }, 'Carga')).toMatchObject({ refused: 'invalid_input', field: 'options.minutes' });
  expect(taskOptions('resize', {}, 'Carga')).toMatchObject({ refused: 'required', field: 'options.size' });
  expect(taskOptions('start', {}, 'Carga')).toMatchObject({ refused: 'required', field: 'options.minutes' });
  expect(taskOptions('start', { minutes: 60 }, 'Carga')).toEqual({
    options: { minutes: 60, title: 'Carga', text: '', blocks: true, exceptAdmin: true, announceHours: 0, pausesCapacity: false },
  });
});
