import type { Random } from '../../walk/random.ts';

/** Unexpected input by people, scripts and attackers. */
const texts = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    'true',
    'NaN',
    '{',
    '{Helena}',
    '{{0}}',
    '[',
    '%',
    '_',
    '\\',
    "'",
    '"',
    "'; select 1 --",
    '$1',
    '%00',
    '%zz',
  ],
  ...['../../etc/passwd', '<script>alert(1)</script>', 'javascript:alert(1)', '=1+1', '__proto__', 'constructor', 'a\r\nb', '\u2028'],
  ...['\u0000', '\ud800', '\u200b', 'Ven\u200bdas', '\u202eevil', '\ufeff', 'ß', 'İ', 'ﬁ', 'é', 'e\u0301', '👩‍👩‍👧', '𝒜', '漢字', 'ｔ'],
  ...['2026-02-30', '2026-13-01', '0000-00-00', '0001-01-01', '9999-12-31', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['+275760-09-13T00:00:00Z', '2026-11-20T24:00:00Z', '25:61', '1e400', '1.5', '2147483648', '-2147483649', '9223372036854775808'],
  ...['１２７.０.０.１', 'x.localhoſt', '127.1', '[::1]', 'localhost', 'a@b', 'a@b.test', 'ana@１２７.０.０.１', 'https://x.localhoſt/x'],
  ...['http://169.254.169.254/', '//evil.test', '/\\evil.test', 'data:text/html,x', 'Mars/Olympus', 'Etc/GMT+12', 'pt-BR', 'xx'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff', '(a+)+$', '[', '#ffffff', 'rgb(1,2,3)'],
];
const numbers = [...[-1, 0, 1, 1.5, 0.1, 1e-7, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -1e308]];

export const nastyText = (random: Random): string =>
  random.chance(0.1) ? random.pick(['x', 'é', '{', 'ﷺ', '\ud83d']).repeat(random.pick([41, 257, 5_000])) : random.pick(texts);

/** Arbitrary values, mostly of the wrong type. */
export function nasty(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 4 : 7)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return random.pick(numbers);
    case 2:
    case 3:
    case 4:
      return nastyText(random);
    case 5:
      return Array.from({ length: random.below(4) }, () => nasty(random, depth + 1));
    default:
      return Object.fromEntries(Array.from({ length: random.below(4) }, () => [nastyText(random), nasty(random, depth + 1)]));
  }
}

export const nastyNumber = (random: Random): number => random.pick(numbers);
