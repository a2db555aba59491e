import { checkTheme } from '../themes/check.ts';
import { contrast, isHexColor, mix, readable } from '../themes/color.ts';
import { defaultTheme, type Theme } from '../themes/theme.ts';

export type BasicColors = { main: string; text: string };
export const usualColors: BasicColors = { main: defaultTheme.button, text: defaultTheme.buttonFont };

/**
 * Derives a whole theme from two colours: that of buttons and the sign-in page, and that of the text on them. The rest is computed and
 * always readable.
 */
export function basicTheme(name: string, { main, text }: BasicColors): Theme {
  const active = mix(main, '#ffffff', 0.16);
  return {
    ...defaultTheme,
    name,
    pageTitle: name,
    button: main,
    buttonFont: text,
    loginButton: main,
    loginBackground: main,
    forgotPassword: readable(main, [defaultTheme.card], 4.5),
    activeItem: active,
    activeItemFont: readable(main, [active], 4.5),
    group: mix(main, '#ffffff', 0.12),
    subgroup: mix(main, '#ffffff', 0.06),
  };
}

/** Why the two colours can't be used: their contrast is too low to read, or one is invalid; null if they can. */
export function colorsProblem(colors: BasicColors): { ratio: number } | 'invalid' | null {
  if (!isHexColor(colors.main) || !isHexColor(colors.text)) return 'invalid';
  const [failing] = checkTheme(basicTheme('x', colors));
  return failing ? { ratio: Math.floor(contrast(colors.text, colors.main) * 10) / 10 } : null;
}
