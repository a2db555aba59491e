import { expect, test, vi } from 'vitest';
import { carryOut, type Tools } from './effects.ts';

function toolsWith(log: string[], over: Partial<Tools> = {}): Tools {
  return {
    toast: ({ text }) => void log.push(`toast ${text}`),
    logout: ({ expired }) => void log.push(expired ? 'logout, come back' : 'logout'),
    go: (to) => void log.push(`go ${to}`),
    reload: (ms) => void log.push(`reload ${ms}`),
    refreshToken: async () => void log.push('refresh'),
    askFactor: async () => log.push('factor') > 0,
    wait: async (ms) => void log.push(`wait ${ms}`),
    log: () => void log.push('log'),
    ...over,
  };
}

test('effects run in order, and a retry waits for its delay', async () => {
  const log: string[] = [];
  const carried = await carryOut(
    [
      { do: 'toast', kind: 'info', text: 'session.updating', lastsMs: 1000 },
      { do: 'refresh-token' },
      { do: 'retry', afterMs: 500 },
      { do: 'reload', afterMs: 1000 },
    ],
    toolsWith(log),
  );
  expect(log).toEqual(['toast session.updating', 'refresh', 'reload 1000', 'wait 500']);
  expect(carried).toEqual({ retry: true, handled: true });
});

test('a refused renewal stops the list: nothing is reloaded', async () => {
  const log: string[] = [];
  const refused = vi.fn().mockRejectedValue(new Error('no'));
  await expect(
    carryOut([{ do: 'refresh-token' }, { do: 'reload', afterMs: 1 }], toolsWith(log, { refreshToken: refused })),
  ).rejects.toThrow('no');
  expect(log).toEqual([]);
});

test('an expired session remembers the way back, a refused IP address does not', async () => {
  const log: string[] = [];
  await carryOut([{ do: 'toast', kind: 'info', text: 'token_expired' }, { do: 'logout' }], toolsWith(log));
  await carryOut([{ do: 'logout' }, { do: 'go', to: '/ip/notallowed' }], toolsWith(log));
  expect(log).toEqual(['toast token_expired', 'logout, come back', 'logout', 'go /ip/notallowed']);
});

test('effects that only show or log are left to the caller', async () => {
  const log: string[] = [];
  expect(await carryOut([{ do: 'show', text: 'unexpected' }, { do: 'log' }], toolsWith(log))).toEqual({ retry: false, handled: false });
});

test('a given second factor repeats the call, and a cancelled one changes nothing', async () => {
  const effects = [{ do: 'ask-factor' }, { do: 'retry', afterMs: 0 }] as const;
  const log: string[] = [];
  expect(await carryOut(effects, toolsWith(log))).toEqual({ retry: true, handled: true });
  expect(await carryOut(effects, toolsWith(log, { askFactor: async () => false }))).toEqual({ retry: false, handled: true });
  expect(log).toEqual(['factor']);
});
