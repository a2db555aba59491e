import { cut } from '../text/cut.ts';
import { defaultTheme, LANDSCAPES, type Theme } from './theme.ts';

const isFile = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,80}\.[a-z0-9]{2,5}$/.test(value);

/** Lays a stored theme over the default one, value by value; values of another type or shape are ignored. */
export function getTheme(stored: Record<string, unknown> | null | undefined): Theme {
  const theme: Theme = { ...defaultTheme };
  if (!stored) return theme;
  const entries = Object.keys(defaultTheme).map((key) => [key, stored[key]] as const);
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    if (key === 'icon' || key === 'favicon' || key === 'iconReport') theme[key] = isFile(value) ? value : null;
    else if (key === 'landscape') theme.landscape = LANDSCAPES.find((kind) => kind === value) ?? theme.landscape;
    else if (key === 'showBackgroundImage' || key === 'mirrored') theme[key] = value === true;
    else if (key === 'name' || key === 'pageTitle') theme[key] = typeof value === 'string' ? cut(value, 120) : theme[key];
    else if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) Object.assign(theme, { [key]: value });
  }
  return theme;
}
