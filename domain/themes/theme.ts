import { isHexColor } from './color.ts';

export const LANDSCAPES = ['ridge', 'dunes'] as const;
type Landscape = (typeof LANDSCAPES)[number];

/** The colours of a theme as the specification lists them (point 3, Theme), plus the sun of the landscape. */
export type ThemeColors = {
  background: string;
  card: string;
  font: string;
  button: string;
  buttonFont: string;
  group: string;
  subgroup: string;
  activeItem: string;
  activeItemFont: string;
  loginBackground: string;
  loginButton: string;
  forgotPassword: string;
  sun: string;
};

export type ThemeColor = keyof ThemeColors;

export type Theme = ThemeColors & {
  name: string;
  pageTitle: string;
  /** File names under /storage/, or null for the landscape mark. */
  icon: string | null;
  favicon: string | null;
  /** Icon of reports that have no cover of their own (Spec 3, whitelabel). */
  iconReport: string | null;
  showBackgroundImage: boolean;
  landscape: Landscape;
  /** The form of the sign-in page is to the left of the landscape. */
  mirrored: boolean;
};

export const defaultTheme: Theme = {
  name: 'Mirante',
  pageTitle: 'Mirante',
  icon: null,
  favicon: null,
  iconReport: null,
  showBackgroundImage: true,
  landscape: 'ridge',
  mirrored: false,
  background: '#F2F4F1',
  card: '#FFFFFF',
  font: '#14262B',
  button: '#0C5A66',
  buttonFont: '#FFFFFF',
  group: '#DCE8E4',
  subgroup: '#EDF2EF',
  activeItem: '#D3E6E4',
  activeItemFont: '#083E47',
  loginBackground: '#0F4C57',
  loginButton: '#0C5A66',
  forgotPassword: '#0C5A66',
  sun: '#F4A259',
};

export const THEME_COLORS: readonly ThemeColor[] = [
  'background',
  'card',
  'font',
  'button',
  'buttonFont',
  'group',
  'subgroup',
  'activeItem',
  'activeItemFont',
  'loginBackground',
  'loginButton',
  'forgotPassword',
  'sun',
];

/** Replaces every colour that is not `#rrggbb` by the default one, so that a stored or imported theme can't inject style sheet text. */
export function safeColors(theme: ThemeColors): ThemeColors {
  const colors: ThemeColors = { ...defaultTheme };
  for (const name of THEME_COLORS) {
    if (isHexColor(theme[name])) colors[name] = theme[name];
  }
  return colors;
}
