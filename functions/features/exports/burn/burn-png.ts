import { maxPixelsToMark } from '../../../../domain/exports/limits.ts';
import type { Mark } from '../../../../domain/watermark/watermark.ts';
import { watermarkAngle } from '../../../../domain/watermark/watermark.ts';
import { drawText, glyphHeight } from './bitmap-font.ts';
import { TooLargeToMark } from './too-large.ts';

/** Burns the text into a picture, tiled and tilted, dark on light and light on dark, so that it shows on any background. */
export async function burnPng(bytes: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const [width, height] = getSize(bytes);
  if (width * height > maxPixelsToMark) throw new TooLargeToMark();
  const { decode, encode } = await import('fast-png');
  const picture = withoutPalette(decode(bytes));
  const { data, channels, depth } = picture;
  const most = depth === 16 ? 65_535 : 255;
  const colours = channels >= 3 ? 3 : 1;
  const strength = mark.opacity / 100;
  const inked = getTile(mark.text, Math.max(2, Math.round(Math.max(width, height) / 640)));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!inked(x, y)) continue;
      const at = (y * width + x) * channels;
      const bright = (data[at] ?? 0) > most / 2;
      for (let channel = 0; channel < colours; channel++) {
        const before = data[at + channel] ?? 0;
        data[at + channel] = Math.round(before + ((bright ? 0 : most) - before) * strength);
      }
    }
  return encode({ width, height, data, channels, depth });
}

/** Width and height have a fixed position in the file, so they are read before the pixels are unpacked. */
function getSize(bytes: Uint8Array): [number, number] {
  if (bytes.byteLength < 24) throw new Error('no picture');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getUint32(16), view.getUint32(20)];
}

type Decoded = ReturnType<typeof import('fast-png').decode>;
type Picture = { data: Uint8Array | Uint8ClampedArray | Uint16Array; channels: number; depth: 8 | 16 };

function withoutPalette({ data, channels, depth, palette, width, height }: Decoded): Picture {
  if (depth !== 8 && depth !== 16) throw new Error(`a picture of ${depth} bits`);
  if (!palette) return { data, channels, depth };
  const own = palette[0]?.length ?? 3;
  const flat = new Uint8Array(width * height * own);
  for (let pixel = 0; pixel < width * height; pixel++) flat.set(palette[data[pixel] ?? 0] ?? [], pixel * own);
  return { data: flat, channels: own, depth: 8 };
}

/** Returns a predicate for pixels with ink: lines of text, every second one shifted by half, rotated like the mark. */
function getTile(text: string, scale: number): (x: number, y: number) => boolean {
  const { width, ink } = drawText(text);
  const [period, lines] = [width + 24, glyphHeight * 6];
  const angle = (watermarkAngle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => {
    const along = Math.floor((x * cos + y * sin) / scale);
    const across = Math.floor((y * cos - x * sin) / scale);
    const line = Math.floor(across / lines);
    const row = across - line * lines;
    if (row >= glyphHeight) return false;
    const moved = along + (line & 1 ? period >> 1 : 0);
    const column = ((moved % period) + period) % period;
    return column < width && ink[row * width + column] === 1;
  };
}
