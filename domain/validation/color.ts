const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i;
const RGBA = /^rgba\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(0|1|0?\.\d+|1\.0+|0\.0+)\s*\)$/i;

const channelsFit = (match: RegExpExecArray | null): boolean =>
  match !== null && [match[1], match[2], match[3]].every((channel) => Number(channel) <= 255);

/** Whether a text is a hex colour, `#rgb` or `#rrggbb` (Spec 5). */
export function isHex(text: string): boolean {
  return HEX.test(text);
}

/** Whether a text is `rgb(r, g, b)` with channels 0–255. */
export function isRgb(text: string): boolean {
  return channelsFit(RGB.exec(text));
}

/** Whether a text is `rgba(r, g, b, a)` with channels 0–255 and an opacity of 0–1. */
export function isRgba(text: string): boolean {
  return channelsFit(RGBA.exec(text));
}
