import { describe, expect, test } from 'vitest';
import { type AnswerFacts, decideAllow, refuseAnswer, refuseEnd } from './answer.ts';

const administrator: AnswerFacts = { state: 'requested', mayAnswer: true, isPerson: false, isAsker: false, decides: true };

describe('an answer', () => {
  test('comes from the user or from someone who decides for the tenant', () => {
    expect(refuseAnswer(administrator)).toBeNull();
    expect(refuseAnswer({ ...administrator, decides: false, isPerson: true })).toBeNull();
    expect(refuseAnswer({ ...administrator, decides: false })).toEqual({ refused: 'not_found' });
  });
  test('is never the asker’s own, nor a second one', () => {
    const late = { ...administrator, mayAnswer: false };
    expect(refuseAnswer({ ...late, isAsker: true })).toEqual({ refused: 'not_permitted', vars: { action: 'remote.decide' } });
    expect(refuseAnswer({ ...late, isAsker: true, state: 'ended' })).toEqual({ refused: 'remote_over', vars: { state: 'ended' } });
    expect(refuseAnswer({ ...late, state: 'refused' })).toEqual({ refused: 'remote_over', vars: { state: 'refused' } });
  });
});

describe('allowing', () => {
  const asked = { reach: 'view' as const, minutes: 30 };
  test('gives at most what was requested', () => {
    expect(decideAllow(asked, {}, true)).toEqual(asked);
    expect(decideAllow(asked, { minutes: 10 }, true)).toEqual({ reach: 'view', minutes: 10 });
  });
  test('never gives more, nor what a layer above withholds', () => {
    expect(decideAllow(asked, { minutes: 60 }, true)).toMatchObject({ refused: 'invalid_input', field: 'minutes' });
    expect(decideAllow(asked, { reach: 'act' }, true)).toMatchObject({ refused: 'invalid_input', field: 'reach' });
    expect(decideAllow(asked, { minutes: 60 }, false)).toEqual({ refused: 'remote_off' });
  });
});

test('a visit can be ended while it is open, by those who may', () => {
  expect(refuseEnd('active', true)).toBeNull();
  expect(refuseEnd('active', false)).toEqual({ refused: 'not_found' });
  expect(refuseEnd('ended', false)).toEqual({ refused: 'remote_over', vars: { state: 'ended' } });
});
