import { describe, expect, test } from 'vitest';
import type { NewNotice, NoticeEdit } from './contract.ts';
import { decideAdd, decideEdit, type StoredNotice } from './edit.ts';
import { noticeLimits } from './limits.ts';
import { wordsIn } from './texts.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T22:00:00Z');
const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
const body = [{ type: 'p' as const, content: [{ text: 'A contagem começa.' }] }];
const asked: NewNotice = {
  ...{ title: 'Inventário', body, texts: {}, severity: 'info', audience: { type: 'all' }, startsAt: null, endsAt: null },
  ...{ atLogin: 'N', audienceBelow: 'N', dismissible: 'S', mustAcknowledge: 'N' },
};
const stored: StoredNotice = {
  ...{ title: 'Inventário', text: 'A contagem começa.', body, texts: {}, severity: 'info', audience: { type: 'all' } },
  ...{ atLogin: false, audienceBelow: false, dismissible: true, mustAcknowledge: false, withdrawnAt: null, version: 3 },
  startsAt: '2026-11-21 21:00:00.123456+00',
  endsAt: '2026-11-21 23:00:00+00',
};
const edit: NoticeEdit = { id: 'n1', version: 3, title: 'Inventário', body };

describe('a new notice', () => {
  test('starts at once, has its plain text, and is refused beyond the limit', () => {
    expect(decideAdd(asked, 0, 'unit', now)).toMatchObject({ row: { startsAt: at(0), endsAt: null, text: 'A contagem começa.' } });
    expect(decideAdd(asked, noticeLimits.open, 'unit', now)).toMatchObject({ refused: 'notice_limit' });
  });

  test('at sign-in has no audience and no answer, and what must be acknowledged can’t be dismissed', () => {
    const login: NewNotice = { ...asked, atLogin: 'S', mustAcknowledge: 'S', audience: { type: 'profiles', profiles: ['user'] } };
    expect(decideAdd(login, 0, 'unit', now)).toMatchObject({
      row: { atLogin: true, audience: { type: 'all' }, dismissible: false, mustAcknowledge: false },
    });
    expect(decideAdd({ ...asked, mustAcknowledge: 'S' }, 0, 'unit', now)).toMatchObject({
      row: { dismissible: false, mustAcknowledge: true },
    });
  });

  test('is shown below only by a partner or the platform, and never for groups, which exist in one tenant', () => {
    const below: NewNotice = { ...asked, audienceBelow: 'S' };
    expect(decideAdd(below, 0, 'partner', now)).toMatchObject({ row: { audienceBelow: true } });
    expect(decideAdd(below, 0, 'unit', now)).toMatchObject({ row: { audienceBelow: false } });
    expect(decideAdd({ ...below, audience: { type: 'groups', ids: ['g'] } }, 0, 'partner', now)).toMatchObject({
      row: { audienceBelow: false },
    });
  });

  test.each([
    [{ endsAt: at(0) }, 'order'],
    [{ startsAt: at(-2 * hour), endsAt: at(-hour) }, 'past'],
    [{ startsAt: at(2 * hour), endsAt: at(hour) }, 'order'],
  ])('with %j is refused', (times, reason) => {
    expect(decideAdd({ ...asked, ...times }, 0, 'unit', now)).toMatchObject({ refused: 'notice_times', field: 'endsAt', vars: { reason } });
  });
});

describe('an edit', () => {
  test('keeps what it omits, the microseconds too, and records only what differs', () => {
    const plan = decideEdit({ ...edit, severity: 'error' }, stored, 'unit', now);
    expect(plan).toMatchObject({
      row: { startsAt: stored.startsAt, endsAt: stored.endsAt, dismissible: true, version: 4 },
      change: { before: { severity: 'info' }, after: { severity: 'error' } },
    });
  });

  test('moves the start of a planned notice only', () => {
    expect(decideEdit({ ...edit, startsAt: at(0.5 * hour) }, stored, 'unit', now)).toMatchObject({ row: { startsAt: stored.startsAt } });
    const planned = { ...stored, startsAt: '2026-11-21 22:30:00+00' };
    expect(decideEdit({ ...edit, startsAt: at(0.25 * hour) }, planned, 'unit', now)).toMatchObject({ row: { startsAt: at(0.25 * hour) } });
  });

  test.each([
    ['another version', { version: 2 }, {}, 'changed_meanwhile'],
    ['what is over', {}, { endsAt: '2026-11-21 22:00:00+00' }, 'notice_over'],
    ['what was withdrawn', {}, { withdrawnAt: '2026-11-21 21:30:00+00' }, 'notice_over'],
    ['an end in the past', { endsAt: at(-60_000) }, {}, 'notice_times'],
  ])('of %s is refused', (_, change, row, refused) => {
    expect(decideEdit({ ...edit, ...change }, { ...stored, ...row }, 'unit', now)).toMatchObject({ refused });
  });
});

test('a language without its own text shows the main one as a whole', () => {
  const spanish = { title: 'Inventario', text: 'Empieza.', body };
  expect(wordsIn('es', { ...stored, texts: { es: spanish } })).toEqual(spanish);
  expect(wordsIn('pt-PT', { ...stored, texts: { es: spanish } })).toMatchObject({ title: 'Inventário' });
});
