import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { defaultPolicy, getPolicy, getStrength, isExpired, type PasswordPolicy, passwordFaults, strictest } from './password-policy.ts';

const about = { email: 'joana.prado@vertice.com.br', name: 'Joana Prado', unit: 'Vértice Alimentos' };
const faults = (password: string, policy: PasswordPolicy = defaultPolicy) => passwordFaults(password, policy, about, isCommonPassword);

describe('the policy of a password', () => {
  test('is eight characters and nothing else by default', () => {
    expect(getPolicy({})).toEqual({ min: 8, capital: false, special: false, expiryDays: null });
    expect(getPolicy({ enable_password: 'N', min_character: 20, capital_letter: 'S' })).toEqual(defaultPolicy);
    expect(strictest([])).toEqual(defaultPolicy);
  });

  test('is the strictest of all tenants in which the user may act', () => {
    const one = getPolicy({ enable_password: 'S', min_character: 12, capital_letter: 'S', expiry_time_password: 90 });
    const other = getPolicy({ enable_password: 'S', min_character: 10, special_characters: 'S', expiry_time_password: 30 });
    expect(strictest([one, other, defaultPolicy])).toEqual({ min: 12, capital: true, special: true, expiryDays: 30 });
  });

  test('never falls below eight, whatever is stored', () => {
    expect(getPolicy({ enable_password: 'S', min_character: 3, expiry_time_password: 0 })).toEqual(defaultPolicy);
    expect(getPolicy({ enable_password: 'S', min_character: 9000 }).min).toBe(64);
  });
});

describe('a new password', () => {
  test.each(['nove-cafés-azuis', 'tX9!vbqLm2', 'correct horse battery staple', '🦜🌵🪁🧭🪵🫘🦥🧶', 'ÇÃO-bonde-1987-ipê'])(
    '%j may be taken',
    (password) => {
      expect(faults(password)).toEqual([]);
    },
  );

  test.each([
    ['curta', 'length'],
    ['x'.repeat(257), 'long'],
    ['x'.repeat(257), 'common'],
    ['Joana2026!', 'personal'],
    ['j0ana-prado', 'personal'],
    ['Vertice@2026', 'personal'],
    ['P@ssw0rd2026', 'common'],
    ['Brasil!2026', 'common'],
    ['SENHA12345', 'common'],
    ['12345678', 'common'],
    ['hgfedcba', 'common'],
    ['abcabcabc', 'common'],
    ['qwertyuiop', 'common'],
  ] as const)('%j is refused: %s', (password, fault) => {
    expect(faults(password)).toContain(fault);
  });

  test('needs a capital and a special character where a tenant requires them, in any alphabet', () => {
    const strict: PasswordPolicy = { min: 8, capital: true, special: true, expiryDays: null };
    expect(faults('nove cafes azuis', strict)).toEqual(['capital', 'special']);
    expect(faults('Ñove cafes azuis…', strict)).toEqual([]);
  });

  test('is measured in characters, in one form of Unicode', () => {
    expect(faults(`${'é'.normalize('NFD').repeat(3)}ab`)).toContain('length');
    expect(faults('ﬁve🦜cactus')).toEqual([]);
  });

  test('may have 256 characters', () => {
    expect(faults(Array.from({ length: 64 }, (_, at) => `k${String.fromCharCode(97 + (at % 26))}${at % 10}-`).join(''))).toEqual([]);
  });
});

test('strength has a rating: anything easy to guess is weak however long, and length counts most', () => {
  const strength = (password: string) => getStrength(password, faults(password));
  expect(['Senha@2026', 'zmxuvbka', 'zmxuvbkaw-3', 'zmxuvbkaw-3Qe', 'zmxuvbkaw-3Qe lampião'].map(strength)).toEqual([
    'weak',
    'weak',
    'good',
    'strong',
    'strong',
  ]);
});

test('a password expires after its last day, and never without a policy', () => {
  const since = Date.parse('2026-01-01T00:00:00Z');
  const policy = { ...defaultPolicy, expiryDays: 30 };
  expect(isExpired(since, policy, Date.parse('2026-01-30T23:59:59Z'))).toBe(false);
  expect(isExpired(since, policy, Date.parse('2026-01-31T00:00:00Z'))).toBe(true);
  expect(isExpired(since, defaultPolicy, Date.parse('2036-01-01T00:00:00Z'))).toBe(false);
});
