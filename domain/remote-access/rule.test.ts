import { describe, expect, test } from 'vitest';
import { type AskFacts, getGates, isBelow, lowered, prevented } from './rule.ts';

const admin = { profile: 'admin' as const, flags: [] };
const agent = { profile: 'user' as const, flags: ['support', 'remote_access'] };
const person = { profile: 'user' as const, flags: [], name: 'Bruna' };
const facts: AskFacts = { asker: admin, target: person, unitAllows: true, personAllows: true, pending: false, refusedAt: [] };

test('remote access never reaches a higher or an equal profile', () => {
  expect([isBelow(person, admin), isBelow(agent, admin), isBelow(person, agent)]).toEqual([true, true, true]);
  expect([isBelow(admin, admin), isBelow(agent, agent), isBelow(admin, agent), isBelow(person, person)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isBelow(person, { profile: 'user', flags: ['support'] })).toBe(false);
});

describe('a request', () => {
  test('is allowed where unit and user allow it', () => expect(prevented(facts)).toBeNull());
  test.each([
    [{ unitAllows: false, personAllows: false }, 'remote_off'],
    [{ target: { ...admin, name: 'Ana' } }, 'remote_profile'],
    [{ personAllows: false }, 'remote_not_allowed'],
    [{ pending: true }, 'remote_pending'],
  ])('with %o is refused as %s', (more, code) => expect(prevented({ ...facts, ...more })?.code).toBe(code));
  test('waits 24 hours after the third refusal', () => {
    const at = [1, 2, 3].map((hour) => hour * 3_600_000);
    expect(prevented({ ...facts, refusedAt: at.slice(1) })).toBeNull();
    expect(prevented({ ...facts, refusedAt: at })).toEqual({
      code: 'remote_wait',
      vars: { person: 'Bruna', until: new Date(27 * 3_600_000).toISOString() },
    });
  });
});

test('an asker who isn’t an administrator needs an administrator’s approval, and the user’s unless policy or standing consent covers it', () => {
  expect(getGates({ asker: admin, policy: 'each', standingUntil: null }, 5)).toEqual({ admin: false, person: true });
  expect(getGates({ asker: agent, policy: 'none', standingUntil: null }, 5)).toEqual({ admin: true, person: false });
  expect(getGates({ asker: admin, policy: 'each', standingUntil: 6 }, 5).person).toBe(false);
  expect(getGates({ asker: admin, policy: 'each', standingUntil: 5 }, 5).person).toBe(true);
});

test('an approver reduces the request, never extends it', () => {
  const asked = { reach: 'view' as const, minutes: 30 };
  expect(lowered(asked, { minutes: 10 })).toEqual({ reach: 'view', minutes: 10 });
  expect(lowered(asked, { minutes: 31 })).toBeNull();
  expect(lowered<{ reach: 'view' | 'act'; minutes: number }>(asked, { reach: 'act' })).toBeNull();
});
