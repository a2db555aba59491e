import { describe, expect, it } from 'vitest';
import { type EmbedToken, isFresh, lifeLeft, renewalDelay, staleAfter } from './token-life.ts';

const minute = 60_000;
const server = Date.parse('2026-11-20T12:00:00Z');
const getToken = (minutes: number, receivedAt = server): EmbedToken => ({
  token: 't',
  serverNow: new Date(server).toISOString(),
  expiresAt: new Date(server + minutes * minute).toISOString(),
  receivedAt,
});

describe('the lifetime of an embed token', () => {
  it('a one-hour token is renewed eight minutes before it expires', () => {
    expect(renewalDelay(getToken(60), server)).toBe(52 * minute);
    expect(renewalDelay(getToken(60), server + 30 * minute)).toBe(22 * minute);
  });

  it('a browser whose clock is hours off renews at the same moment', () => {
    const off = server + 5 * 60 * minute;
    expect(renewalDelay(getToken(60, off), off)).toBe(52 * minute);
    expect(lifeLeft(getToken(60, off), off + minute)).toBe(59 * minute);
  });

  it('a short-lived token is renewed at half of its lifetime, an expired one almost at once but never in a tight loop', () => {
    expect(renewalDelay(getToken(4), server)).toBe(2 * minute);
    expect(renewalDelay(getToken(60), server + 90 * minute)).toBe(2_000);
    expect(renewalDelay(getToken(0), server)).toBe(2_000);
  });

  it('a token about to expire does not start a report', () => {
    expect(isFresh(getToken(60), server + 51 * minute)).toBe(true);
    expect(isFresh(getToken(60), server + 53 * minute)).toBe(false);
    expect(isFresh(getToken(4), server + minute)).toBe(true);
  });

  it('the cache keeps a token exactly as long as it may start a report', () => {
    expect(staleAfter(getToken(60))).toBe(52 * minute);
    expect(staleAfter(undefined)).toBe(0);
  });
});
