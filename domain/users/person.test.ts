import { describe, expect, test } from 'vitest';
import { normalName } from '../text/name.ts';
import { hoursAllow, hoursOpen, keptHours } from './access-hours.ts';
import { keptFlags, normalEmail, profilesIn, readPosition, storedPosition } from './person.ts';
import { getCountry, readPhone, showPhone } from './phone.ts';
import { type PersonDraft, personProblems } from './problems.ts';
import { actionsFor, demotes, stops, transitions } from './transitions.ts';

const draft: PersonDraft = { name: 'Ana Nunes', email: 'ana@vertice.test', profile: 'user' };
const unit = { kind: 'unit' as const, phone: (text: string) => readPhone(text) };

describe('a person', () => {
  test('needs a name, an e-mail and a profile that the tenant’s kind allows', () => {
    expect(personProblems(draft, unit)).toEqual({});
    expect(personProblems({ name: ' \u200b ', email: '', profile: '' }, unit)).toEqual({
      name: 'required',
      email: 'required',
      profile: 'required',
    });
    expect(personProblems({ ...draft, name: '\u0301', email: 'ana@', profile: 'master' }, unit)).toEqual({
      name: 'invalid',
      email: 'invalid',
      profile: 'invalid',
    });
    expect(personProblems({ ...draft, name: 'a'.repeat(121), department: 'b'.repeat(81), position: 'boss' }, unit)).toEqual({
      name: 'too_long',
      department: 'too_long',
      position: 'invalid',
    });
    expect(personProblems({ ...draft, phone: '123' }, unit)).toEqual({ phone: 'invalid' });
    expect(profilesIn('platform')).toEqual(['a2m']);
    expect(profilesIn('partner')).toEqual(['master']);
  });

  test('has a name without invisible characters and an e-mail in lower case', () => {
    expect(normalName('  Ana\u202e \t Nunes\u0000 ')).toBe('Ana Nunes');
    expect(normalName('Jose\u0301')).toBe('José');
    expect(normalEmail(' ＡNA@Vertice.Test ')).toBe('ana@vertice.test');
  });

  test('has a position from the list or a free-text one', () => {
    expect(readPosition('Manager')).toEqual({ position: 'manager', other: null });
    expect(readPosition(' Sócia  fundadora ')).toEqual({ position: 'other', other: 'Sócia fundadora' });
    expect(readPosition('gerente')).toEqual({ position: 'manager', other: null });
    expect(readPosition('Outro')).toEqual({ position: 'other', other: null });
    expect(readPosition(null)).toEqual({ position: null, other: null });
    expect(storedPosition('other', 'Sócia')).toBe('Sócia');
    expect(storedPosition('other', ' director ')).toBe('director');
    expect(storedPosition('other', '')).toBe('other');
    expect(storedPosition('analyst', 'ignored')).toBe('analyst');
    expect(storedPosition(null, 'ignored')).toBeNull();
  });

  test('keeps only flags that have an effect for the profile', () => {
    expect(keptFlags(['edit_reports', 'notify', 'root'], 'user')).toEqual(['notify', 'edit_reports']);
    expect(keptFlags(['edit_reports', 'notify'], 'admin')).toEqual(['notify']);
  });
});

describe('a telephone number', () => {
  test.each([
    ['(11) 98765-4321', 'BR', '+5511987654321'],
    ['11 98765 4321', 'BR', '+5511987654321'],
    ['+351 912 345 678', 'BR', '+351912345678'],
    ['912 345 678', 'PT', '+351912345678'],
    ['00351912345678', 'PT', '+351912345678'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['+55 11 9 8765-4321', 'PT', '+5511987654321'],
    ['１１９８７６５４３２１', 'BR', '+5511987654321'],
  ])('%s in %s is %s', (text, country, stored) => expect(readPhone(text, country)).toBe(stored));
  test.each(['', '123', 'onze nove', '+55', '+999 123456789', '11 98765-4321 ramal 12', '1'.repeat(41)])('%j is none', (text) =>
    expect(readPhone(text)).toBeNull(),
  );
  test('is read with the country of the tenant’s time zone and shown with its prefix', () => {
    expect(getCountry('Europe/Lisbon')).toBe('PT');
    expect(getCountry('America/Argentina/Cordoba')).toBe('AR');
    expect(getCountry('Asia/Tokyo')).toBe('BR');
    expect(showPhone('+5511987654321')).toBe('+55 11 98765 4321');
  });
});

describe('access hours', () => {
  const workdays = [{ days: [5, 1, 1], from: '08:00', to: '18:00' }];
  test('apply on the unit’s clock', () => {
    const hours = keptHours(workdays) ?? null;
    expect(hours).toEqual([{ days: [1, 5], from: '08:00', to: '18:00' }]);
    // A Monday, 11:30 UTC and 10:30 UTC: 08:30 and 07:30 in São Paulo.
    expect(hoursAllow(hours, new Date('2026-11-23T11:30:00Z'), 'America/Sao_Paulo')).toBe(true);
    expect(hoursAllow(hours, new Date('2026-11-23T10:30:00Z'), 'America/Sao_Paulo')).toBe(false);
    expect(hoursAllow(null, new Date('2026-11-23T03:00:00Z'), 'America/Sao_Paulo')).toBe(true);
  });
  test('return when they open next, on the unit’s clock', () => {
    const zone = 'America/Sao_Paulo';
    const next = (at: string, windows = workdays) => hoursOpen(keptHours(windows) ?? null, new Date(at), zone)?.toISOString();
    // Monday before and after the window, then Friday evening.
    expect(next('2026-11-23T10:30:00Z')).toBe('2026-11-23T11:00:00.000Z');
    expect(next('2026-11-23T21:30:00Z')).toBe('2026-11-27T11:00:00.000Z');
    expect(next('2026-11-27T21:30:00Z')).toBe('2026-11-30T11:00:00.000Z');
    // A window on one day only: an hour after it began, the next one is a week away.
    expect(next('2026-11-23T12:00:00Z', [{ days: [1], from: '08:00', to: '08:30' }])).toBe('2026-11-30T11:00:00.000Z');
    // A clock that skips midnight opens at the first minute after the gap.
    expect(hoursOpen([{ days: [7], from: '01:30', to: '05:00' }], new Date('2026-03-28T22:00:00Z'), 'Europe/Lisbon')?.toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    expect(hoursOpen(null, new Date(), zone)).toBeNull();
  });
  test('without a window are null; an invalid window is refused', () => {
    expect(keptHours([])).toBeNull();
    expect(keptHours([{ days: [], from: '08:00', to: '18:00' }])).toBeUndefined();
    expect(keptHours([{ days: [8], from: '08:00', to: '18:00' }])).toBeUndefined();
    expect(keptHours([{ days: [1], from: '08:00', to: '08:00' }])).toBeUndefined();
  });
});

describe('statuses', () => {
  test('allow the transitions of Spec 4', () => {
    expect(actionsFor('A', false)).toEqual(['test', 'deactivate', 'block']);
    expect(actionsFor('B', false)).toEqual(['deactivate', 'unblock']);
    expect(actionsFor('I', false)).toEqual(['activate', 'test', 'deactivate', 'block']);
    expect(transitions.unblock.to).toBe('A');
  });
  test('users cannot end their own access or demote themselves', () => {
    expect(actionsFor('A', true)).toEqual(['test']);
    expect(stops('block')).toBe(true);
    expect(stops('unblock')).toBe(false);
    expect(demotes('admin', 'user')).toBe(true);
    expect(demotes('user', 'admin')).toBe(false);
  });
});
