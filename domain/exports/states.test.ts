import { expect, test } from 'vitest';
import { activeStates, endedStates, isRetriable } from './states.ts';

test('an export is running or has ended, and can be started again if it has no file', () => {
  expect(activeStates.filter((state) => endedStates.some((other) => other === (state as string)))).toEqual([]);
  expect([...activeStates, ...endedStates].filter(isRetriable)).toEqual(['failed', 'cancelled', 'expired']);
});
