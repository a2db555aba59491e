import { describe, expect, test } from 'vitest';
import { capacityProblems } from './rules.ts';
import type { Shift } from './shifts.ts';
import { getWait, usualSeconds, type WaitFacts } from './waiting.ts';

const zone = 'America/Sao_Paulo';
const day: Shift = {
  ...{ id: 's', name: 'Dia', days: [1, 2, 3, 4, 5], starts: '08:00', ends: '20:00', autoActivate: true, autoPause: true },
  ...{ idleMinutes: null, useSchedule: true, size: null },
};
// Monday, 23 November 2026.
const at = (time: string) => new Date(`2026-11-23T${time}:00-03:00`);
const facts = (more: Partial<WaitFacts> = {}): WaitFacts => ({
  ...{ state: 'paused', observedAt: at('09:00'), startingAt: null, problem: null, reason: null, reasonUntil: null, override: null },
  ...{ followShifts: true, wakeOutside: false, wakeBy: 'everyone', shifts: [day], holidays: [], zone, isFlagged: false, askedAt: null },
  ...more,
});

describe('a person at a paused capacity', () => {
  const now = at('10:00');
  const later = at('10:01');

  test('wakes it within a shift, or at any time where none is followed', () => {
    expect(getWait(facts(), now)).toMatchObject({ state: 'starting', wakes: true });
    expect(getWait(facts({ shifts: [] }), at('23:00'))).toMatchObject({ state: 'starting', wakes: true });
    expect(getWait(facts({ followShifts: false }), at('23:00'))).toMatchObject({ state: 'starting', wakes: true, opensAt: null });
    expect(getWait(facts({ wakeOutside: true }), at('23:00'))).toMatchObject({ state: 'starting', wakes: true });
  });

  test('finds it closed outside of its shifts, with its next opening', () => {
    expect(getWait(facts(), at('21:00'))).toEqual({
      ...{ state: 'closed', held: null, wakes: false, opensAt: new Date('2026-11-24T08:00:00-03:00') },
    });
    const friday = new Date('2026-11-27T21:00:00-03:00');
    expect(getWait(facts(), friday).opensAt).toEqual(new Date('2026-11-30T08:00:00-03:00'));
    const holidays = [{ day: '2026-11-24' }];
    expect(getWait(facts({ holidays }), at('21:00')).opensAt).toEqual(new Date('2026-11-25T08:00:00-03:00'));
  });

  test('may not wake it without the flag where only flagged people may', () => {
    expect(getWait(facts({ wakeBy: 'flagged' }), now)).toMatchObject({ state: 'not_allowed', wakes: false });
    expect(getWait(facts({ wakeBy: 'flagged', isFlagged: true }), now)).toMatchObject({ state: 'starting', wakes: true });
  });

  test('cannot wake what a person, the budget or a maintenance holds', () => {
    const override = { state: 'paused', size: null, until: '2026-11-23T20:00:00-03:00', by: 'person' } as const;
    expect(getWait(facts({ override }), now)).toMatchObject({ state: 'closed', wakes: false });
    expect(getWait(facts({ override }), at('20:01'))).toMatchObject({ state: 'closed', opensAt: new Date('2026-11-24T08:00:00-03:00') });
    expect(getWait(facts({ override: { ...override, until: '2026-11-23T09:00:00-03:00' } }), now).state).toBe('starting');
    expect(getWait(facts({ reason: 'budget' }), now)).toEqual({
      ...{ state: 'closed', held: { by: 'budget', until: null }, wakes: false, opensAt: null },
    });
    expect(getWait(facts({ reason: 'maintenance', reasonUntil: later }), now).opensAt).toEqual(later);
  });

  test('finds no opening in the end of a maintenance or of the month where no shift opens it then', () => {
    const night = at('23:00');
    const held = { reason: 'maintenance', reasonUntil: night } as const;
    const tomorrow = new Date('2026-11-24T08:00:00-03:00');
    expect(getWait(facts(held), now)).toMatchObject({ held: { by: 'maintenance', until: night }, opensAt: tomorrow });
    expect(getWait(facts({ ...held, followShifts: false }), now)).toMatchObject({ held: { until: night }, opensAt: null });
    const month = new Date('2026-12-01T00:00:00-03:00');
    expect(getWait(facts({ reason: 'budget', reasonUntil: month }), now)).toMatchObject({
      ...{ held: { by: 'budget', until: month }, opensAt: new Date('2026-12-01T08:00:00-03:00') },
    });
  });

  test('reads what holds it and until when, also while a start is under way or only others may wake it', () => {
    const until = at('20:00');
    const override = { state: 'paused', size: null, until: until.toISOString(), by: 'person' } as const;
    const held = { by: 'person', until };
    for (const more of [{}, { state: 'starting' }, { startingAt: at('09:59') }, { wakeBy: 'flagged' }, { state: 'stopping' }] as const)
      expect(getWait(facts({ override, ...more }), now), JSON.stringify(more)).toMatchObject({ state: 'closed', held, wakes: false });
    const seen = { state: 'running', askedAt: at('09:59'), observedAt: at('09:58') } as const;
    expect(getWait(facts({ override, ...seen }), now)).toMatchObject({ state: 'closed', held });
    expect(getWait(facts({ override: { ...override, by: 'task' } }), now).held).toEqual({ by: 'task', until });
    expect(getWait(facts({ reason: 'maintenance', reasonUntil: later }), now).held).toEqual({ by: 'maintenance', until: later });
  });

  test('finds it open again when the hold ends within a shift, or at the next shift after it', () => {
    const held = (until: string) => ({ override: { state: 'paused', size: null, until, by: 'person' } as const });
    const noon = '2026-11-23T12:00:00-03:00';
    expect(getWait(facts(held(noon)), now).opensAt).toEqual(new Date(noon));
    const tomorrow = '2026-11-24T21:00:00-03:00';
    expect(getWait(facts(held(tomorrow)), now).opensAt).toEqual(new Date('2026-11-25T08:00:00-03:00'));
    expect(getWait(facts({ ...held(noon), followShifts: false }), now).opensAt).toBeNull();
  });

  test('waits although they may not wake it when it starts anyway', () => {
    expect(getWait(facts({ wakeBy: 'flagged', state: 'starting' }), now).state).toBe('starting');
    expect(getWait(facts({ wakeBy: 'flagged', startingAt: now }), now)).toMatchObject({ state: 'starting', wakes: false });
  });

  test('reads once it is seen running after they began to wait', () => {
    expect(getWait(facts({ state: 'running' }), now).state).toBe('running');
    expect(getWait(facts({ state: 'running', askedAt: at('09:59'), observedAt: at('09:58') }), now).state).toBe('starting');
    expect(getWait(facts({ state: 'running', askedAt: at('09:59'), observedAt: now }), now).state).toBe('running');
  });

  test('reads that it failed only if it failed since', () => {
    const problem = 'forbidden';
    expect(getWait(facts({ problem }), now).state).toBe('starting');
    expect(getWait(facts({ problem, askedAt: at('09:59') }), now).state).toBe('starting');
    expect(getWait(facts({ problem, askedAt: at('09:59'), observedAt: now }), now).state).toBe('failed');
    expect(getWait(facts({ state: 'unknown', problem, askedAt: at('09:59') }), now).state).toBe('failed');
    expect(getWait(facts({ state: 'failed', askedAt: at('09:59'), observedAt: now }), now).state).toBe('failed');
  });

  test('goes on waiting through what passes by itself', () => {
    const since = { askedAt: at('09:59'), observedAt: now };
    const failing = capacityProblems.filter(
      (problem) =>
        getWait(facts({ problem, ...since }), now).state === 'failed' &&
        getWait(facts({ state: 'unknown', problem, ...since }), now).state === 'failed',
    );
    expect(failing).toEqual(['unauthorized', 'forbidden', 'not_found', 'account_disabled', 'failed']);
    expect(getWait(facts({ state: 'unknown', problem: 'timeout', ...since }), now)).toMatchObject({ state: 'starting', wakes: true });
  });
});

test('the usual time is the median of the last starts', () => {
  expect([usualSeconds([]), usualSeconds([50]), usualSeconds([200, 40, 60]), usualSeconds([40, 60])]).toEqual([null, 50, 60, 50]);
});
