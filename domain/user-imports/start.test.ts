import { expect, test } from 'vitest';
import { exceedsVisit, refuseStart } from './start.ts';

test('an import starts, or says why it does not', () => {
  expect(refuseStart({ bad: 2, ready: 3, started: 1 }, true)).toBeNull();
  expect(refuseStart({ bad: 2, ready: 3, started: 0 }, false)).toEqual({ refused: 'import_rows_invalid', vars: { count: 2 } });
  expect(refuseStart({ bad: 2, ready: 0, started: 0 }, true)).toEqual({ refused: 'import_no_rows' });
  expect(refuseStart({ bad: 0, ready: 0, started: 0 }, false)).toEqual({ refused: 'import_no_rows' });
  expect(refuseStart({ bad: 0, ready: 3, started: 0 }, false)).toEqual({ refused: 'changed_meanwhile' });
  expect(refuseStart(undefined, false)).toEqual({ refused: 'changed_meanwhile' });
});

test('a visitor adds ordinary users only, and changes none', () => {
  const choices = { update: false, makeGroups: false, invite: true };
  expect(exceedsVisit([{ person: {} }, { person: { profile: 'user' } }], choices)).toBe(false);
  expect(exceedsVisit([{ person: {} }, { person: { profile: 'admin' } }], choices)).toBe(true);
  expect(exceedsVisit([{ person: {} }], { ...choices, update: true })).toBe(true);
});
