import { contrast, readable } from './color.ts';
import { safeColors, type ThemeColor, type ThemeColors } from './theme.ts';

/** A text colour and the surface it stands on, both chosen by a person. */
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
  /** Two nearest pairs that pass: the text moved, the surface moved. */
  suggestions: readonly [ColorPair, ColorPair];
};

/** Lists the pairs under 4.5:1. A theme with one cannot be published; nothing that a person chose is changed silently. */
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
