import { isHexColor, luminance, mix, readable } from '../../../domain/themes/color.ts';
import { isRecord, list } from './dom.ts';

export type Palette = {
  background: string;
  card: string;
  ink: string;
  muted: string;
  line: string;
  track: string;
  series: string[];
  accentInk: string;
  faint: string;
  good: string;
  bad: string;
};

const standard = ['#1D7A8C', '#F0A04B', '#5AA7B3', '#B9D6D9', '#35596B', '#8A6FAE', '#C0563F', '#7D9A5B'];

const paleIndex = 3;

const color = (value: unknown, other: string): string => (typeof value === 'string' && isHexColor(value) ? value : other);

/** Reads a Power BI theme (`dataColors`, `background`, `foreground`, …) and derives the rest so that every text keeps its contrast. */
export function getPalette(themeJson: unknown): Palette {
  const theme = isRecord(themeJson) ? themeJson : {};
  const given = list(theme.dataColors).filter((entry): entry is string => typeof entry === 'string' && isHexColor(entry));
  const first = given[0];
  const sun = given[1];
  const series = first
    ? [
        first,
        sun ?? standard[1]!,
        mix(first, '#ffffff', 0.66),
        mix(first, '#ffffff', 0.3),
        mix(first, '#000000', 0.62),
        ...given.slice(2),
        ...standard.slice(5),
      ]
    : standard;
  const background = color(theme.background, '#F4F7F8');
  const dark = luminance(background) < 0.2;
  const card = color(theme.backgroundLight ?? theme.secondaryBackground, dark ? mix('#ffffff', background, 0.06) : '#FFFFFF');
  const surfaces = [background, card];
  const ink = readable(color(theme.foreground, dark ? '#EAF2F2' : '#1F2D3D'), surfaces, 7);
  // A line as pale as the card would be invisible; the palest slice of a ring may be pale.
  const shown = series.map((entry, index) => (index === paleIndex ? entry : readable(entry, [card], dark ? 2.4 : 1.9)));
  return {
    background,
    card,
    ink,
    muted: readable(mix(ink, card, 0.72), surfaces, 4.6),
    line: mix(ink, card, 0.12),
    track: mix(shown[0]!, card, dark ? 0.22 : 0.08),
    series: shown,
    accentInk: readable(shown[0]!, [card, background, mix(shown[0]!, card, 0.12)], 4.6),
    faint: mix(shown[0]!, card, 0.32),
    good: readable(color(theme.good, '#16703F'), surfaces, 4.6),
    bad: readable(color(theme.bad, '#B3261E'), surfaces, 4.6),
  };
}

export function paint(palette: Palette): void {
  const { style } = document.documentElement;
  const { series, ...rest } = palette;
  for (const [name, value] of Object.entries(rest)) style.setProperty(`--${name}`, value);
  series.forEach((value, index) => {
    style.setProperty(`--series-${index}`, value);
  });
  style.colorScheme = luminance(palette.background) < 0.2 ? 'dark' : 'light';
}
