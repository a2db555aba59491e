import { contrast, readable } from './color.ts';
import { safeColors, type ThemeColor, type ThemeColors } from './theme.ts';

/** A text colour and the surface behind it, both chosen by an administrator. */
const THEME_PAIRS: readonly (readonly [text: ThemeColor, surface: ThemeColor])[] = [
  ['font', 'background'],
  ['font', 'card'],
  ['font', 'group'],
  ['font', 'subgroup'],
  ['buttonFont', 'button'],
  ['activeItemFont', 'activeItem'],
  ['buttonFont', 'loginButton'],
  ['forgotPassword', 'card'],
];

const MINIMUM_CONTRAST = 4.5;

type ColorPair = { text: string; surface: string };
export type FailingPair = {
  text: ThemeColor;
  surface: ThemeColor;
  ratio: number;
  /** The two nearest pairs that pass: with the text changed, or with the surface changed. */
  suggestions: readonly [ColorPair, ColorPair];
};

/** Lists the pairs under 4.5:1. A theme with one can't be published; no chosen colour is changed silently. */
export function checkTheme(theme: ThemeColors): FailingPair[] {
  const colors = safeColors(theme);
  return THEME_PAIRS.flatMap(([text, surface]) => {
    const ratio = contrast(colors[text], colors[surface]);
    if (ratio >= MINIMUM_CONTRAST) return [];
    return [
      {
        text,
        surface,
        ratio,
        suggestions: [
          { text: readable(colors[text], [colors[surface]], MINIMUM_CONTRAST), surface: colors[surface] },
          { text: colors[text], surface: readable(colors[surface], [colors[text]], MINIMUM_CONTRAST) },
        ] as const,
      },
    ];
  });
}
