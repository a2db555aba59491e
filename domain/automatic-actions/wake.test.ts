import { expect, test } from 'vitest';
import { decideWake } from './wake.ts';

const now = new Date('2026-11-20T06:00:00Z');
const free = { isControlled: true, isReached: true, reason: 'unchanged', override: null };
const override = { state: 'paused', size: null, until: '2026-11-20T08:00:00Z', by: 'person' } as const;

test.each([
  ['a paused capacity is started', free, { asks: true }],
  ['one of another unit isn’t', { ...free, isControlled: false }, { skips: 'capacity_paused' }],
  ['one whose account the owner doesn’t see isn’t', { ...free, isReached: false }, { skips: 'capacity_paused' }],
  ['a spent budget is stronger', { ...free, reason: 'budget' }, { skips: 'budget' }],
  ['maintenance is stronger', { ...free, reason: 'maintenance' }, { skips: 'maintenance' }],
  ['a pause by a person holds', { ...free, reason: 'override', override }, { skips: 'held' }],
  ['so does one in Azure', { ...free, override: { ...override, by: 'external' as const } }, { skips: 'held' }],
  ['but not longer than it was to', { ...free, override: { ...override, until: now.toISOString() } }, { asks: true }],
  ['a start by a person is waited for', { ...free, override: { ...override, state: 'running' as const } }, { asks: false }],
  ['a pause by a task isn’t stronger', { ...free, override: { ...override, by: 'task' as const } }, { asks: true }],
  ['no capacity is known', null, { skips: 'capacity_paused' }],
])('%s', (_name, capacity, expected) => {
  expect(decideWake({ wakeOutside: true, capacity }, now)).toEqual(expected);
  expect(decideWake({ wakeOutside: false, capacity }, now)).toEqual({ skips: 'capacity_paused' });
});
