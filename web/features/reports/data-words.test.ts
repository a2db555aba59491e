import { describe, expect, it } from 'vitest';
import { type Clock, dataWords, footWords, untilWords } from './data-words.ts';

const clock: Clock = { language: 'pt-BR', zone: 'America/Sao_Paulo', now: new Date('2026-11-20T12:14:00Z') };

describe('the age of the data', () => {
  it('fresh data shows a relative time, old data its date', () => {
    expect(dataWords({ freshness: 'fresh', dataAt: '2026-11-20T12:02:00Z' }, clock)).toEqual({
      tone: 'ok',
      key: 'reports.data.fresh',
      vars: { when: 'há 12 min' },
    });
    expect(dataWords({ freshness: 'late', dataAt: '2026-11-19T12:02:00Z' }, clock)).toMatchObject({
      tone: 'warn',
      key: 'reports.data.late',
      vars: { when: 'ontem' },
    });
  });

  it('a failed refresh is shown even when there was never any data', () => {
    expect(dataWords({ freshness: 'failed', dataAt: null }, clock)?.key).toBe('reports.data.never');
    expect(dataWords({ freshness: 'unknown', dataAt: null }, clock)).toBeNull();
  });

  it('the foot counts minutes for an hour, then shows day and time', () => {
    expect(footWords({ freshness: 'fresh', dataAt: '2026-11-20T12:02:00Z' }, clock)?.key).toBe('reports.data.fresh');
    expect(footWords({ freshness: 'fresh', dataAt: '2026-11-20T09:10:00Z' }, clock)).toMatchObject({
      key: 'reports.viewer.dataAt',
      vars: { when: 'hoje, 06:10' },
    });
  });

  it('an end today is shown without the day', () => {
    expect(untilWords('2026-11-20T17:00:00Z', clock)).toBe('14:00');
    expect(untilWords('2026-11-21T17:00:00Z', clock)).toBe('21/11/2026 14:00');
  });
});
