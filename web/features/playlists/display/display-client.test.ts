import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../app/data/api-error.ts';
import { createDisplayClient } from './display-client.ts';

const start = Date.parse('2026-11-23T12:00:00Z');
const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
const tokenAt = (at: number) => `x.${encode({ iat: at / 1000, exp: at / 1000 + 1800 })}.${at}`;
const expired = () => new ApiError({ status: 'token_expired', message: 'Token is Expired', httpStatus: 401 });

/** A display that records every call and effect with its time in milliseconds. */
function scene(answers: (path: string, count: number) => unknown) {
  const did: [number, string][] = [];
  const counts = new Map<string, number>();
  const note = (what: string) => did.push([Date.now() - start, what]);
  const client = createDisplayClient({
    token: tokenAt(start),
    send: async (path) => {
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      note(path.replace('/api/', ''));
      const answer = answers(path, count);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    keep: () => note('kept'),
    path: () => '/018f/playlist/view',
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    toast: ({ text, lastsMs }) => void note(`toast ${text} ${lastsMs ?? ''}`.trim()),
    reload: () => void note('reload'),
    onEnd: () => void note('ended'),
  });
  return { client, did };
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

test("'Token is Expired': a notice for 1 s, a new token, the call again after 0.5 s, a reload after 1 s, to a tenth of a second", async () => {
  const { client, did } = scene((path, count) => (path.endsWith('token') ? { token: tokenAt(start) } : count === 1 ? expired() : 'fine'));
  const answer = client.call('/api/playlist/beat', {});
  await vi.advanceTimersByTimeAsync(499);
  expect(did.map(([, what]) => what)).toEqual(['playlist/beat', 'toast session.updating 1000', 'refresh/token', 'kept']);
  await vi.advanceTimersByTimeAsync(1);
  expect(did.at(-1)).toEqual([500, 'playlist/beat']);
  expect(await answer).toBe('fine');
  await vi.advanceTimersByTimeAsync(499);
  expect(did.at(-1)?.[1]).toBe('playlist/beat');
  await vi.advanceTimersByTimeAsync(1);
  expect(did.at(-1)).toEqual([1000, 'reload']);
});

test('a refused renewal shows that the authentication expired and ends the display', async () => {
  const gone = new ApiError({ status: 'session_gone', message: 'session_gone', httpStatus: 401 });
  const { client, did } = scene((path) => (path.endsWith('token') ? gone : expired()));
  await expect(client.call('/api/playlist/beat', {})).rejects.toBe(gone);
  expect(did.map(([, what]) => what).slice(-2)).toEqual(['toast token_expired', 'ended']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(did.map(([, what]) => what)).not.toContain('reload');
});

test('a second refusal of the same call ends it instead of looping', async () => {
  const { client, did } = scene((path) => (path.endsWith('token') ? { token: tokenAt(start) } : expired()));
  const call = client.call('/api/playlist/beat', {}).catch(() => 'refused');
  await vi.advanceTimersByTimeAsync(600);
  expect(await call).toBe('refused');
  expect(did.filter(([, what]) => what === 'refresh/token')).toHaveLength(1);
  expect(did.map(([, what]) => what)).toContain('ended');
});

test('the token is renewed at half of its lifetime, repeatedly', async () => {
  const { did } = scene(() => ({ token: tokenAt(Date.now()) }));
  await vi.advanceTimersByTimeAsync(46 * 60_000);
  expect(did.filter(([, what]) => what === 'refresh/token').map(([at]) => at)).toEqual([15, 30, 45].map((minutes) => minutes * 60_000));
});

test('a network failure or a suspended unit keeps the session', async () => {
  for (const error of [
    new ApiError({ status: 'network', message: 'network', httpStatus: 0 }),
    new ApiError({ status: 'tenant_blocked', message: 'tenant_blocked', httpStatus: 403 }),
  ]) {
    const { client, did } = scene(() => error);
    await expect(client.call('/api/playlist/beat', {})).rejects.toBe(error);
    expect(did.map(([, what]) => what)).toEqual(['playlist/beat']);
  }
});
