import { oklch } from '../../domain/themes/color.ts';

export type LandscapeKind = 'ridge' | 'bars' | 'dunes' | 'contour' | 'dots';
export type LandscapeMode = 'day' | 'dusk' | 'night' | 'own';

export type LandscapeOptions = {
  seed: string;
  /** Hex colour that sets the hue. */
  base: string;
  kind: LandscapeKind;
  mode: LandscapeMode;
  width: number;
  height: number;
  layers: number;
  /** Height of the far ridge, from 0 (top) to 1 (bottom). */
  horizon: number;
  /** Position of the sun from left to right, 0–1; random when absent. */
  sunX?: number;
  /** How far the sun has risen, 0–1; 1 is its usual position. */
  sunRise?: number;
};

type Shape = { d: string; fill: string; stroke?: string };
type Disc = { x: number; y: number; radius: number; fill?: string };
export type Landscape = { sky: [top: string, bottom: string]; sun: Disc; shapes: Shape[]; discs: Disc[] };

type Random = () => number;

function randomFrom(seed: string): Random {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function noiseFrom(random: Random): (x: number) => number {
  const grid = Array.from({ length: 256 }, random);
  return (x) => {
    const cell = Math.floor(x);
    const share = x - cell;
    const eased = share * share * (3 - 2 * share);
    return (grid[cell & 255] ?? 0) * (1 - eased) + (grid[(cell + 1) & 255] ?? 0) * eased;
  };
}

const css = (lightness: number, chroma: number, hue: number) => `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue.toFixed(1)})`;

type Air = { chroma: number; hue: number; near: number; far: number; dark: boolean; sky: [string, string] };

function makeAir({ base, mode }: LandscapeOptions): Air {
  const [lightness, ownChroma, hue] = oklch(base);
  const dark = mode === 'night';
  const chroma = Math.min(dark ? 0.055 : 0.09, Math.max(0.02, ownChroma));
  if (mode === 'own') {
    const low = Math.min(0.94, lightness + 0.34);
    const near = Math.max(0.2, lightness - 0.15);
    return { chroma, hue, near, far: low - 0.13, dark, sky: [css(lightness, ownChroma * 0.9, hue), css(low, chroma * 0.8, hue)] };
  }
  const [top, low, near] = { day: [0.93, 0.86, 0.36], dusk: [0.8, 0.88, 0.27], night: [0.27, 0.37, 0.19] }[mode] as [
    number,
    number,
    number,
  ]; // because the table loses its length
  const lowHue = mode === 'dusk' ? hue + 22 : hue;
  return { chroma, hue, near, far: dark ? 0.42 : 0.78, dark, sky: [css(top, chroma * 0.5, hue), css(low, chroma * 0.45, lowHue)] };
}

function dots(options: LandscapeOptions, air: Air, random: Random): Disc[] {
  const { width, height } = options;
  return Array.from({ length: 46 }, (_, index) => {
    const x = width * (0.04 + (0.92 * index) / 45) + (random() - 0.5) * 14;
    const y = height * (0.95 - 0.62 * (x / width)) + (random() + random() - 1) * height * 0.22;
    const depth = y / height;
    const fill = air.dark
      ? css(0.66 - 0.2 * depth, air.chroma * 1.3, air.hue)
      : css(air.far + (air.near - air.far) * depth, air.chroma * 1.2, air.hue);
    return { x, y, radius: 2 + random() * 5.5, fill };
  });
}

function contours(options: LandscapeOptions, air: Air, random: Random): Shape[] {
  const { width, height } = options;
  const noise = noiseFrom(random);
  const stroke = css(air.dark ? 0.5 : 0.97, air.chroma * 0.5, air.hue);
  return Array.from({ length: 13 }, (_, line) => {
    const base = height * (0.3 + line * 0.065);
    let d = '';
    for (let x = -4; x <= width + 4; x += 6) {
      const y = base - Math.max(0, noise(x / 62 + line * 0.16) - 0.35) * height * 0.62;
      d += `${d ? 'L' : 'M'}${x} ${y.toFixed(1)}`;
    }
    return {
      d: `${d}L${width + 4} ${height}L-4 ${height}Z`,
      fill: css(air.far + (air.near - air.far) * (line / 13), air.chroma, air.hue),
      stroke,
    };
  });
}

function ridges(options: LandscapeOptions, air: Air, random: Random): Shape[] {
  const { width, height, layers, horizon, kind } = options;
  return Array.from({ length: layers }, (_, index) => index).flatMap((index) => {
    const depth = index / (layers - 1);
    const noise = noiseFrom(random);
    const offset = random() * 99;
    if (kind === 'bars' && index === layers - 1) return [];
    const base = height * (horizon + 0.1 + depth * (0.93 - horizon - 0.08));
    const amplitude = height * (0.36 - 0.16 * depth);
    const wave = (kind === 'dunes' ? 150 : 95) + depth * 60;
    const yAt = (x: number) => {
      const q = ((x * 320) / Math.min(width, height * 2.6) + offset * 13) / wave;
      const value = kind === 'dunes' ? noise(q) : noise(q) * 0.62 + noise(q * 2.3 + 7) * 0.26 + noise(q * 5.1 + 3) * 0.12;
      return base - (value - 0.28) * amplitude;
    };
    const fill = css(air.far + (air.near - air.far) * depth, air.chroma * (air.dark ? 0.9 - 0.45 * depth : 0.7 + 0.5 * depth), air.hue);
    const d = kind === 'bars' && index === layers - 2 ? barPath(width, height, yAt) : ridgePath(width, height, yAt);
    return [{ d, fill }];
  });
}

function barPath(width: number, height: number, yAt: (x: number) => number): string {
  const step = width / 17;
  let d = '';
  for (let x = 0; x < width; x += step) {
    d += `M${(x + step * 0.1).toFixed(1)} ${height}V${(yAt(x) - height * 0.02).toFixed(1)}H${(x + step * 0.9).toFixed(1)}V${height}Z`;
  }
  return d;
}

function ridgePath(width: number, height: number, yAt: (x: number) => number): string {
  const step = Math.max(3, width / 110);
  let d = '';
  for (let x = -step; x <= width + step; x += step) d += `${d ? 'L' : 'M'}${x.toFixed(1)} ${yAt(x).toFixed(1)}`;
  return `${d}L${width + 9} ${height}L-9 ${height}Z`;
}

/** Computes the landscape; deterministic for a seed and colour. */
export function computeLandscape(options: LandscapeOptions): Landscape {
  const { seed, kind, width, height, horizon, sunRise = 1 } = options;
  const random = randomFrom(seed + kind);
  const air = makeAir(options);
  // Discards one random number, so that existing covers keep their shape.
  random();
  const place = options.sunX ?? 0.2 + random() * 0.6;
  const radius = Math.min(height * 0.11, 34);
  const sun = { x: place * width, y: height * (horizon - 0.1) + (1 - sunRise) * (height * 0.1 + radius * 2), radius };
  return {
    sky: air.sky,
    sun,
    discs: kind === 'dots' ? dots(options, air, random) : [],
    shapes: kind === 'dots' ? [] : kind === 'contour' ? contours(options, air, random) : ridges(options, air, random),
  };
}
