import { expect, test } from 'vitest';
import { winners } from '../../../domain/capacity/desired.ts';
import { capacityProblems } from '../../../domain/capacity/rules.ts';
import { capacity as texts } from '../../../i18n/en-US/capacity.ts';
import { type Known, nextText, problemText, sizeText, type Words, whyText } from './why-text.ts';

const all: Readonly<Record<string, string>> = texts;
const t: Words['t'] = (key, vars = {}) => {
  const text = all[key] ?? all[`${key}_other`];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(vars[name] ?? ''));
};
const words: Words = { t, language: 'en-US', zone: 'America/Sao_Paulo', now: new Date('2026-11-20T12:00:00Z') };
const known = (more: Partial<Known>): Known => ({
  ...{ state: 'running', reason: 'shift', reasonVars: {}, reasonUntil: '2026-11-20T23:00:00Z', pauseAt: null, ...more },
});
const why = (more: Partial<Known>) => whyText(known(more), words).replace(/\s/g, ' ');

test('every winner has one sentence, on and off', () => {
  for (const reason of [...winners, 'external', null] as const)
    for (const state of ['running', 'paused', 'starting', 'failed'] as const)
      expect(why({ reason, state }), `${reason} ${state}`).toMatch(/^[^{}]+\.$/);
});

test('it names the shift and the end in the zone of the unit', () => {
  expect(why({ reasonVars: { shift: 'Day' } })).toBe('It stays on until 8:00 PM because of the shift Day.');
  expect(why({ reason: 'idle', state: 'paused', reasonUntil: '2026-11-21T11:00:00Z' })).toBe(
    'It’s paused until tomorrow at 8:00 AM because it wasn’t being used.',
  );
  expect(why({ reason: 'unchanged', reasonUntil: null })).toBe('It’s on: no rule pauses it.');
  expect(why({ reason: 'idle', pauseAt: '2026-11-20T12:02:00Z' })).toBe('It isn’t being used and pauses at 9:02 AM.');
});

test('work that a task is about to begin is named with its time', () => {
  expect(why({ reason: 'work' })).toBe('It stays on while work runs on it.');
  expect(why({ reason: 'work', reasonVars: { due: '2026-11-20T12:10:00Z' } })).toBe(
    'It stays on for a refresh that a task starts at 9:10 AM.',
  );
});

test('a spent budget and a maintenance say until when, and name no one who asked for something else', () => {
  const override = { state: 'paused' as const, size: null, until: '2026-11-20T23:00:00Z', by: 'person' as const, name: 'Ana' };
  const reasonUntil = '2026-11-20T23:00:00Z';
  expect(why({ reason: 'maintenance', state: 'paused', reasonUntil, override })).toBe('It’s paused until 8:00 PM for maintenance.');
  expect(why({ reason: 'budget', state: 'paused', reasonUntil: '2026-12-01T03:00:00Z' })).toMatch(/^It’s paused until .*12:00 AM because/);
});

test('a wish that isn’t carried out yet goes before the reason, except for a spent budget', () => {
  const override = { state: 'running' as const, size: null, until: '2026-11-20T23:00:00Z', by: 'person' as const, name: 'Ana' };
  expect(why({ reason: 'override', override })).toBe('It stays on until 8:00 PM because Ana started it.');
  expect(why({ reason: 'unchanged', state: 'paused', override })).toBe('It’s about to start, as asked.');
  expect(why({ reason: 'budget', state: 'paused', override })).toContain('budget');
});

test('a wish that was ended is not named any more, and what follows is unknown until the next look', () => {
  const ended = { reason: 'override', state: 'paused', override: null, rules: { followShifts: 'N' } } as const;
  expect(why(ended)).toBe('The rules decide again in a moment.');
  expect(nextText(known(ended), words)).toBeNull();
  // Whose rules aren't shown, of that the wish isn't either.
  expect(why({ ...ended, rules: null })).toMatch(/^It’s paused/);
});

test('until it is as its reason wants it, it says what is about to happen', () => {
  const paused = { state: 'paused', reasonVars: { shift: 'Day' } } as const;
  expect(why(paused)).toBe('It’s about to start.');
  expect(nextText(known(paused), words)?.replace(/\s/g, ' ')).toBe('It stays on until 8:00 PM because of the shift Day.');
  expect(why({ ...paused, problem: 'forbidden' })).toBe('It should be on, but isn’t.');
  expect(why({ ...paused, state: 'starting' })).toBe('It stays on until 8:00 PM because of the shift Day.');
  expect(why({ reason: 'force_stop' })).toBe('It’s about to pause because the shift ended.');
  expect(nextText(known({ reason: 'force_stop', rules: { forceStop: 'S' } }), words)).toBeNull();
  expect(why({ reason: 'maintenance', state: 'stopping' })).toMatch(/^It’s paused until/);
  expect(why({ reason: 'idle', state: 'paused' })).toMatch(/^It’s paused until/);
});

test('a size that was asked for alone decides nothing about on and off', () => {
  const override = { state: null, size: 'F16', until: '2026-11-20T23:00:00Z', by: 'person' as const, name: 'Ana' };
  expect(why({ reason: 'unchanged', state: 'paused', reasonUntil: null, override })).toBe('It’s paused: nothing needs it now.');
  expect(sizeText({ override }, words)).toBe('The size F16 was asked for.');
  expect(sizeText({ override: { ...override, state: 'running' } }, words)).toBeNull();
});

test('what comes next depends on the rules', () => {
  const next = (more: Partial<Known>) => nextText(known(more), words);
  expect(next({ rules: { autoPause: 'S', idleMinutes: 20 } })).toBe('After that, it pauses once it’s unused for 20 minutes.');
  expect(next({ rules: { forceStop: 'S' } })).toContain('even if people');
  const off = { state: 'paused', reason: 'idle' } as const;
  expect(next({ ...off, rules: { followShifts: 'N', wakeBy: 'everyone' } })).toBe('Opening a report starts it.');
  expect(next({ ...off, rules: { followShifts: 'S', wakeOutside: 'N' } })).toContain('doesn’t start it');
  expect(next({ ...off, rules: null })).toBeNull();
});

test('every problem says what to do, an unknown one with its code', () => {
  for (const code of capacityProblems) expect(problemText(code, words).text.length).toBeGreaterThan(20);
  expect(problemText('strange', words).text).toContain('strange');
});
