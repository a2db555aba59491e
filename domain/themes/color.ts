/** Linear or gamma-encoded channels between 0 and 1. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness 0–1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const HEX = /^#[0-9a-f]{6}$/i;

/** Whether a text is a six-digit hex colour; nothing else may reach a style sheet. */
export function isHexColor(value: string): boolean {
  return HEX.test(value);
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const toEncoded = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);

/** Reads `#rrggbb` as encoded channels. */
function rgb(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

export function hex(channels: Rgb): string {
  return `#${channels
    .map((channel) =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Relative luminance as WCAG 2 defines it. */
export function luminance(color: string): number {
  const [red, green, blue] = rgb(color);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Contrast ratio as WCAG 2 defines it, 1–21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function oklch(color: string): Oklch {
  const [encodedRed, encodedGreen, encodedBlue] = rgb(color);
  const [red, green, blue] = [toLinear(encodedRed), toLinear(encodedGreen), toLinear(encodedBlue)];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

function oklchToLinear(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Makes a colour from OKLCH; chroma is reduced until the colour fits sRGB, lightness and hue stay. */
export function fromOklch(lightness: number, chroma: number, hue: number): string {
  let fitting = chroma;
  for (let step = 0; step < 24; step += 1) {
    if (oklchToLinear(lightness, fitting, hue).every((channel) => channel >= -0.001 && channel <= 1.001)) break;
    fitting *= 0.9;
  }
  const [red, green, blue] = oklchToLinear(lightness, fitting, hue);
  return hex([toEncoded(clamp(red)), toEncoded(clamp(green)), toEncoded(clamp(blue))]);
}

/** Mixes two colours channel by channel; `share` is the part of the first. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [rgb(first), rgb(second)];
  return hex([a[0] * share + b[0] * (1 - share), a[1] * share + b[1] * (1 - share), a[2] * share + b[2] * (1 - share)]);
}

/**
 * Finds the colour nearest in lightness that is readable on every surface. Walks OKLCH lightness by 0.01 in both directions; black or white
 * when nothing between them passes.
 */
export function readable(color: string, surfaces: readonly string[], minimum = 4.5): string {
  const passes = (candidate: string) => surfaces.every((surface) => contrast(candidate, surface) >= minimum);
  if (passes(color)) return color;
  const [lightness, chroma, hue] = oklch(color);
  for (let distance = 0.01; distance < 1; distance += 0.01) {
    for (const direction of [-1, 1]) {
      const moved = lightness + direction * distance;
      if (moved < 0 || moved > 1) continue;
      const candidate = fromOklch(moved, chroma, hue);
      if (passes(candidate)) return candidate;
    }
  }
  const worst = (pole: string) => Math.min(...surfaces.map((surface) => contrast(pole, surface)));
  return worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff';
}
