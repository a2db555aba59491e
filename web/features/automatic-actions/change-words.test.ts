import { expect, test } from 'vitest';
import { texts as english } from '../../../i18n/en-US/index.ts';
import type { Translate } from '../../i18n.ts';
import { changeLines } from './change-words.ts';

const said = english as Record<string, string>; // because its keys are those of the texts
const t: Translate = (key, vars = {}) => {
  const words = said[key] ?? said[`${key}_${vars.count === 1 ? 'one' : 'other'}`] ?? key;
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name]));
};
const trigger = {
  ...{ frequency: 'weekly', date: null, days: [1, 2, 3, 4, 5], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
  ...{ times: ['06:00'], everyMinutes: null, from: null, until: null },
};
const lines = (before: object, after: object) => changeLines({ ...before }, { ...after }, { t, language: 'en-US', zone: 'UTC' });

test.each([
  [{ name: 'A' }, { name: 'B' }, ['Name: A → B']],
  [
    { triggers: [trigger] },
    { triggers: [{ ...trigger, times: ['06:00', '13:00'] }] },
    ['When: Weekdays, 6:00 AM → Weekdays, 6:00 AM · 1:00 PM'],
  ],
  [{ targetId: 'a', targetName: 'Sales' }, { targetId: 'b', targetName: null }, ['What: Sales → (deleted)']],
  [
    { targetKind: 'group', targetId: 'a', targetName: 'Sales' },
    { targetKind: 'unit', targetId: null, targetName: null },
    ['What: Group: Sales → Whole unit'],
  ],
  [{ wakeOutside: false }, { wakeOutside: true }, ['Allow automatic outside the schedule: No → Yes']],
  [{ endsAt: '2026-11-20T10:00:00.000Z' }, { endsAt: null }, [expect.stringMatching(/^End of activation: 11\/20\/2026.* → –$/)]],
])('%j becomes %j in words', (before, after, wanted) => {
  expect(lines(before, after)).toEqual(wanted);
});

test('of the options those that changed are named, a behaviour once, and what was written without its words', () => {
  const window = { minutes: 60, title: 'Load', text: '', blocks: true, exceptAdmin: true, announceHours: 0, pausesCapacity: false };
  const options = { ...window, minutes: 1440, blocks: false, exceptAdmin: false, announceHours: 24, pausesCapacity: true };
  expect(lines({ options: window }, { options })).toEqual([
    'Length: 1 hour → 1 day',
    'While it’s in progress: Only administrators can open it → It stays open, with a notice',
    'Pause the capacity: No → Yes',
    'Notify people: Don’t notify → 24 hours before',
  ]);
  expect(lines({ options: { message: { mail: false } } }, { options: { message: { mail: true } } })).toEqual(['Message: changed']);
  expect(lines({ options: { size: 'F2' } }, { options: { size: 'F8' } })).toEqual(['Size: F2 → F8']);
});
