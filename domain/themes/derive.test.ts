import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTheme } from './check.ts';
import { contrast, hex, readable } from './color.ts';
import { derive, type Mode, type Token, type Tokens } from './derive.ts';
import { defaultTheme, THEME_COLORS, type Theme, type ThemeColors } from './theme.ts';
import { themeCss } from './theme-css.ts';

const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([r, g, b]) => hex([r / 255, g / 255, b / 255]));
const colors: fc.Arbitrary<ThemeColors> = fc.record({
  background: color,
  card: color,
  font: color,
  button: color,
  buttonFont: color,
  group: color,
  subgroup: color,
  activeItem: color,
  activeItemFont: color,
  loginBackground: color,
  loginButton: color,
  forgotPassword: color,
  sun: color,
});

const plain: Token[] = ['bg', 'card', 'frame', 'raised', 'wash'];
const textPairs: [Token, Token[]][] = [
  ['ink', [...plain, 'group', 'subgroup', 'active', 'trough', 'seg']],
  ['ink-2', [...plain, 'subgroup', 'trough', 'group']],
  ['link', [...plain, 'subgroup', 'active', 'group']],
  ['btn-ink', ['btn']],
  ['active-ink', ['active']],
  ['login-btn-ink', ['login-btn']],
  ['forgot', ['card', 'bg']],
  ['ok', [...plain, 'ok-bg']],
  ['info', [...plain, 'info-bg']],
  ['warn', [...plain, 'warn-bg']],
  ['err', [...plain, 'err-bg']],
];

function failures(tokens: Tokens): string[] {
  return textPairs.flatMap(([text, surfaces]) =>
    surfaces
      .filter((surface) => contrast(tokens[text], tokens[surface]) < 4.5)
      .map((surface) => `${text} on ${surface}: ${contrast(tokens[text], tokens[surface]).toFixed(2)}`),
  );
}

describe('derive', () => {
  test.each<Mode>(['light', 'dark'])('every text of any theme reads at 4.5:1 or better in %s', (mode) => {
    fc.assert(
      fc.property(colors, (theme) => {
        expect(failures(derive(theme, mode))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test.each<Mode>(['light', 'dark'])('borders of controls read at 3:1 in %s', (mode) => {
    fc.assert(
      fc.property(colors, (theme) => {
        const tokens = derive(theme, mode);
        for (const surface of ['card', 'bg', 'raised'] as const) expect(contrast(tokens.field, tokens[surface])).toBeGreaterThanOrEqual(3);
        expect(contrast('#ffffff', tokens['err-solid'])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 100 },
    );
  });

  test('the default theme keeps the chosen colours in light', () => {
    const tokens = derive(defaultTheme, 'light');
    expect(tokens).toMatchObject({
      bg: '#F2F4F1',
      card: '#FFFFFF',
      ink: '#14262B',
      btn: '#0C5A66',
      'btn-ink': '#FFFFFF',
      link: '#0C5A66',
      group: '#DCE8E4',
      subgroup: '#EDF2EF',
      active: '#D3E6E4',
      'active-ink': '#083E47',
      frame: '#eaedea',
      trough: '#dbdfdd',
      'ink-2': '#576266',
      field: '#848c8e',
      'err-solid': '#b7191c',
    });
  });

  test('the default theme has the documented dark mode', () => {
    expect(derive(defaultTheme, 'dark')).toMatchObject({
      bg: '#0e1517',
      card: '#161f22',
      ink: '#e2e9eb',
      btn: '#7abecb',
      'btn-ink': '#031a1e',
      link: '#7abecb',
      group: '#182f34',
      subgroup: '#152528',
      active: '#0e363d',
      'active-ink': '#b9e8f1',
      frame: '#121a1d',
      trough: '#272f32',
      'ink-2': '#a1a8ab',
      field: '#6c7476',
      'err-solid': '#be2323',
    });
  });
});

describe('checkTheme', () => {
  test('the default theme can be published', () => expect(checkTheme(defaultTheme)).toEqual([]));

  test('white on orange is refused with two pairs that pass', () => {
    const [failing, ...others] = checkTheme({ ...defaultTheme, button: '#E7A33C' });
    expect(others).toEqual([]);
    expect(failing).toMatchObject({ text: 'buttonFont', surface: 'button' });
    expect(failing?.ratio).toBeLessThan(4.5);
    for (const pair of failing?.suggestions ?? []) expect(contrast(pair.text, pair.surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('a colour that fails at every lightness becomes black or white', () =>
    expect(readable('#777777', ['#777777', '#000000'], 5)).toBe('#ffffff'));
});

describe('themeCss', () => {
  test('text hidden in a colour never reaches the page', () => {
    fc.assert(
      fc.property(colors, fc.constantFrom(...THEME_COLORS), fc.string(), (theme, field, text) => {
        const hostile: Theme = { ...defaultTheme, ...theme, [field]: `${text}</style><script>` };
        expect(themeCss(hostile)).toMatch(/^[a-z0-9:;#{}\-[\]="().,@ ]+$/i);
        expect(themeCss(hostile)).not.toContain('<');
      }),
      { numRuns: 40 },
    );
  });

  test('a user who chose light keeps it on a dark system', () => {
    expect(themeCss(defaultTheme)).toContain('@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){');
  });
});
