import { contrast, fromOklch, mix, oklch, readable } from './color.ts';
import { safeColors, type ThemeColors } from './theme.ts';

export const TOKENS = [
  'bg',
  'card',
  'ink',
  'btn',
  'btn-ink',
  'link',
  'group',
  'subgroup',
  'active',
  'active-ink',
  'frame',
  'trough',
  'ink-2',
  'ink-3',
  'field',
  'line',
  'line-2',
  'wash',
  'raised',
  'seg',
  'ok',
  'ok-bg',
  'info',
  'info-bg',
  'warn',
  'warn-bg',
  'err',
  'err-bg',
  'err-solid',
  'login-bg',
  'login-btn',
  'login-btn-ink',
  'forgot',
  'sun',
] as const;

export type Token = (typeof TOKENS)[number];
export type Mode = 'light' | 'dark';
export type Tokens = Record<Token, string>;

type Chosen = Pick<
  Tokens,
  'bg' | 'card' | 'ink' | 'btn' | 'btn-ink' | 'group' | 'subgroup' | 'active' | 'active-ink' | 'login-btn' | 'login-btn-ink'
>;

/**
 * The surfaces of one theme must all be light or all dark, or no text colour could be readable on all of them. Themes that can be published
 * pass unchanged.
 */
function chosenInLight(theme: ThemeColors): Chosen {
  const onLight = contrast(theme.background, '#000000') >= contrast(theme.background, '#ffffff');
  const pole = onLight ? '#000000' : '#ffffff';
  const surface = (color: string) => readable(color, [pole], 8.5);
  const [bg, card, group, subgroup, active] = [
    surface(theme.background),
    surface(theme.card),
    surface(theme.group),
    surface(theme.subgroup),
    surface(theme.activeItem),
  ];
  const ink = readable(readable(theme.font, [bg, card], 7), [bg, card, group, subgroup, active], 5);
  return {
    bg,
    card,
    ink,
    btn: theme.button,
    'btn-ink': readable(theme.buttonFont, [theme.button]),
    group,
    subgroup,
    active,
    'active-ink': readable(theme.activeItemFont, [active]),
    'login-btn': theme.loginButton,
    'login-btn-ink': readable(theme.buttonFont, [theme.loginButton]),
  };
}

function chosenInDark(theme: ThemeColors): Chosen {
  const hue = oklch(theme.button)[2];
  const fontHue = oklch(theme.font)[2];
  const lifted = (color: string) => {
    const [lightness, chroma, own] = oklch(color);
    return fromOklch(Math.max(lightness, 0.76), Math.min(chroma, 0.11), own);
  };
  const inkOn = (color: string) => readable(fromOklch(0.2, 0.03, oklch(color)[2]), [color]);
  const btn = lifted(theme.button);
  const loginBtn = lifted(theme.loginButton);
  const active = fromOklch(0.31, 0.045, hue);
  return {
    bg: fromOklch(0.19, 0.012, fontHue),
    card: fromOklch(0.232, 0.014, fontHue),
    ink: fromOklch(0.93, 0.008, fontHue),
    btn,
    'btn-ink': inkOn(btn),
    group: fromOklch(0.29, 0.03, hue),
    subgroup: fromOklch(0.25, 0.022, hue),
    active,
    'active-ink': readable(fromOklch(0.9, 0.05, hue), [active]),
    'login-btn': loginBtn,
    'login-btn-ink': inkOn(loginBtn),
  };
}

const STATUS = { ok: [155, 0.11], info: [245, 0.11], warn: [65, 0.11], err: [27, 0.17] } as const;

function statusPair([hue, chroma]: readonly [number, number], dark: boolean, surfaces: readonly string[]): [ink: string, surface: string] {
  const ink = dark ? fromOklch(0.8, chroma * 0.8, hue) : fromOklch(0.42, chroma, hue);
  const surface = dark ? fromOklch(0.29, chroma * 0.38, hue) : fromOklch(0.955, chroma * 0.28, hue);
  return [readable(ink, [surface, ...surfaces], 4.6), surface];
}

/**
 * Turns a theme into the colours of the interface (UI rules, section 3). Every derived colour has a contrast of 4.5:1 or better on every
 * surface it may be on, whatever the theme; colours that are not `#rrggbb` fall back to the default theme's.
 */
export function derive(theme: ThemeColors, mode: Mode): Tokens {
  const colors = safeColors(theme);
  const chosen = mode === 'dark' ? chosenInDark(colors) : chosenInLight(colors);
  const { bg, card, ink, btn, subgroup, active, group } = chosen;
  // A theme whose light mode has white text on dark surfaces takes the tints of the dark mode.
  const dark = contrast(bg, '#ffffff') > contrast(bg, '#000000');
  const fontHue = oklch(colors.font)[2];
  const frame = mode === 'dark' ? fromOklch(0.212, 0.013, fontHue) : mix(ink, bg, 0.035);
  const trough = mix(ink, frame, dark ? 0.1 : 0.07);
  const wash = mix(btn, card, dark ? 0.13 : 0.07);
  const raised = dark ? mix('#ffffff', card, 0.05) : card;
  const seg = dark ? mix('#ffffff', card, 0.13) : card;
  const everywhere = [bg, card, frame, raised, wash];
  const status = {
    ok: statusPair(STATUS.ok, dark, everywhere),
    info: statusPair(STATUS.info, dark, everywhere),
    warn: statusPair(STATUS.warn, dark, everywhere),
    err: statusPair(STATUS.err, dark, everywhere),
  };
  return {
    ...chosen,
    frame,
    trough,
    wash,
    raised,
    seg,
    link: readable(btn, [...everywhere, subgroup, active, group], 4.6),
    'ink-2': readable(mix(ink, card, 0.68), [...everywhere, subgroup, trough, group], 4.6),
    'ink-3': readable(mix(ink, card, 0.5), [bg, card, raised], 3.1),
    field: readable(mix(ink, card, 0.42), [card, bg, raised], 3),
    line: mix(ink, card, dark ? 0.13 : 0.11),
    'line-2': mix(ink, card, dark ? 0.3 : 0.24),
    ok: status.ok[0],
    'ok-bg': status.ok[1],
    info: status.info[0],
    'info-bg': status.info[1],
    warn: status.warn[0],
    'warn-bg': status.warn[1],
    err: status.err[0],
    'err-bg': status.err[1],
    'err-solid': dark ? fromOklch(0.52, 0.19, 27) : fromOklch(0.5, 0.19, 27),
    'login-bg': colors.loginBackground,
    forgot: readable(mode === 'dark' ? chosen['login-btn'] : colors.forgotPassword, [card, bg], 4.6),
    sun: mode === 'dark' ? '#ebd3a6' : colors.sun,
  };
}
