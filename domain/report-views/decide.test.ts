import { expect, test } from 'vitest';
import { decideEdit, refuseChoice, refuseRemove } from './decide.ts';

const stored = { version: 2, name: 'Por canal', shared: true };
const asked = { version: 2, name: 'Por canal de venda', shared: false, moment: true };

test('an edit replaces the version that was read and records both sides', () => {
  expect(decideEdit(asked, stored)).toEqual({
    version: 3,
    change: { before: { name: 'Por canal', shared: true }, after: { name: 'Por canal de venda', shared: false, moment: true } },
  });
  expect(decideEdit(asked, undefined)).toEqual({ refused: 'not_found' });
  expect(decideEdit({ ...asked, version: 1 }, stored)).toEqual({ refused: 'changed_meanwhile' });
});

test('a view is removed by its owner, a shared one also by managers of reports', () => {
  const absent = { refused: 'not_found' };
  expect(refuseRemove(undefined, true)).toEqual(absent);
  expect(refuseRemove({ own: true, shared: false }, false)).toBeNull();
  expect(refuseRemove({ own: false, shared: true }, true)).toBeNull();
  expect(refuseRemove({ own: false, shared: true }, false)).toEqual(absent);
  expect(refuseRemove({ own: false, shared: false }, true)).toEqual(absent);
});

test('a chosen view exists on a report that the user sees; none can always be chosen there', () => {
  expect(refuseChoice({ viewId: 'v' }, { report: true, view: true })).toBeNull();
  expect(refuseChoice({ viewId: null }, { report: true, view: false })).toBeNull();
  expect(refuseChoice({ viewId: 'v' }, { report: true, view: false })).toEqual({ refused: 'not_found' });
  expect(refuseChoice({ viewId: null }, { report: false, view: false })).toEqual({ refused: 'not_found' });
});
