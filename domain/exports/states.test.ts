import { expect, test } from 'vitest';
import { activeStates, endedStates, isRetriable, refuseCancel, refuseRemove } from './states.ts';

test('an export is running or has ended, and can be started again if it has no file', () => {
  expect(activeStates.filter((state) => endedStates.some((other) => other === (state as string)))).toEqual([]);
  expect([...activeStates, ...endedStates].filter(isRetriable)).toEqual(['failed', 'cancelled', 'expired']);
});

test('only an active export is cancelled, and only an ended one is removed', () => {
  const over = { refused: 'export_over' };
  for (const state of activeStates) expect([refuseCancel({ state }), refuseRemove({ state })]).toEqual([null, over]);
  for (const state of endedStates) expect([refuseCancel({ state }), refuseRemove({ state })]).toEqual([over, null]);
  expect([refuseCancel(undefined), refuseRemove(undefined)]).toEqual([{ refused: 'not_found' }, { refused: 'not_found' }]);
});
