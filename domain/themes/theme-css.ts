import { isHexColor } from './color.ts';
import { derive, type Mode, TOKENS } from './derive.ts';
import type { ThemeColors } from './theme.ts';

function declarations(theme: ThemeColors, mode: Mode): string {
  const tokens = derive(theme, mode);
  const pairs = TOKENS.filter((token) => isHexColor(tokens[token])).map((token) => `--${token}:${tokens[token]}`);
  return [`color-scheme:${mode}`, ...pairs].join(';');
}

/**
 * Writes a theme's style sheet for the page head. Light is the default; dark follows the user's choice (`data-mantine-color-scheme` on
 * html) and, before a choice is known, the system. Every value is `#rrggbb`, so the text is safe in a style element.
 */
export function themeCss(theme: ThemeColors): string {
  const dark = declarations(theme, 'dark');
  return [
    `:root{${declarations(theme, 'light')}}`,
    `:root[data-mantine-color-scheme="dark"]{${dark}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}`,
  ].join('');
}
