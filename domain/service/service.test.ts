import { describe, expect, test } from 'vitest';
import { mergeResources } from './resources/merge.ts';
import { noticeDue, secretState } from './secret.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('the end of a secret', () => {
  test('is unknown, far, near or over', () => {
    expect(secretState(null, now)).toEqual({ state: 'unknown' });
    expect(secretState(inDays(31), now)).toEqual({ state: 'good', days: 31 });
    expect(secretState(inDays(30), now)).toEqual({ state: 'ending', days: 30 });
    expect(secretState(inDays(0.5), now)).toEqual({ state: 'ending', days: 0 });
    expect(secretState(now, now)).toEqual({ state: 'expired', days: 0 });
    expect(secretState(inDays(-3), now)).toEqual({ state: 'expired', days: 3 });
  });

  test('is told at 30, 7 and 1 day(s), each once', () => {
    expect(noticeDue(inDays(31), null, now)).toBeNull();
    expect(noticeDue(inDays(29.5), null, now)).toEqual({ mark: 30, days: 30 });
    expect(noticeDue(inDays(12), '30', now)).toBeNull();
    expect(noticeDue(inDays(6.9), '30', now)).toEqual({ mark: 7, days: 7 });
    expect(noticeDue(inDays(6), '7', now)).toBeNull();
    expect(noticeDue(inDays(0.4), '7', now)).toEqual({ mark: 1, days: 1 });
    expect(noticeDue(inDays(0.1), '1', now)).toBeNull();
    expect(noticeDue(inDays(-0.1), null, now)).toBeNull();
  });

  test('told late is told once, by what is left', () => {
    expect(noticeDue(inDays(0.2), null, now)).toEqual({ mark: 1, days: 1 });
  });
});

describe('one list of resources', () => {
  const account = { id: 'a', name: 'Produção' };
  const service = { id: 's1', name: 'Vertice01', sku: 'A2', state: 'running', region: 'Brazil South' } as const;
  const azure = {
    id: '/z1',
    name: 'vertice01',
    location: 'brazilsouth',
    sku: 'A1',
    kind: 'embedded',
    resourceGroup: 'rg',
    state: 'paused',
  } as const;

  test('has what both know once: the licensed size from Azure, the running one from the service', () => {
    const [one, ...rest] = mergeResources(account, [service], [{ ...azure, state: 'running' }]);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      name: 'vertice01',
      size: 'A1',
      currentSize: 'A2',
      state: 'running',
      resourceGroup: 'rg',
      capacityId: 's1',
    });
  });

  test('believes Azure about the state: what is paused has no current size', () => {
    expect(mergeResources(account, [service], [azure])[0]).toMatchObject({ state: 'paused', size: 'A1', currentSize: null });
  });

  test('shows what only one of them knows', () => {
    expect(mergeResources(account, [service], [])).toMatchObject([{ name: 'Vertice01', size: null, currentSize: 'A2', kind: null }]);
    expect(mergeResources(account, [], [azure])).toMatchObject([{ name: 'vertice01', capacityId: null, region: 'brazilsouth' }]);
  });
});
