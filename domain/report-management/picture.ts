import { maxCoverSide, minCoverSide } from './limits.ts';

export type Picture = { type: 'png' | 'jpg' | 'webp'; width: number; height: number };

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, index) => bytes[index] === byte);

/** What a file is by its content, whatever its name says; null for anything but a complete-looking PNG, JPEG or WebP of a useful size. */
export function getPicture(bytes: Uint8Array, sides = { least: minCoverSide, most: maxCoverSide }): Picture | null {
  const found = png(bytes) ?? jpg(bytes) ?? webp(bytes);
  if (!found) return null;
  const { width, height } = found;
  return Math.min(width, height) >= sides.least && Math.max(width, height) <= sides.most ? found : null;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function png(bytes: Uint8Array): Picture | null {
  if (bytes.length < 45 || !starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) || ascii(bytes, 12, 16) !== 'IHDR') return null;
  // The last chunk ends the file: data behind it could be another file in disguise.
  if (ascii(bytes, bytes.length - 8, bytes.length - 4) !== 'IEND') return null;
  const data = view(bytes);
  return { type: 'png', width: data.getUint32(16), height: data.getUint32(20) };
}

function jpg(bytes: Uint8Array): Picture | null {
  if (bytes.length < 20 || !starts(bytes, 0xff, 0xd8, 0xff)) return null;
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return null;
  const data = view(bytes);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0–SOF15 carry the size; DHT, JPG and DAC share the range and do not.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpg', width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + data.getUint16(at + 2);
  }
  return null;
}

function webp(bytes: Uint8Array): Picture | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return null;
  const data = view(bytes);
  const said = data.getUint32(4, true) + 8;
  if (said !== bytes.length && said !== bytes.length + 1) return null;
  const kind = ascii(bytes, 12, 16);
  const three = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  if (kind === 'VP8X') return { type: 'webp', width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ' && bytes[23] === 0x9d && bytes[24] === 0x01 && bytes[25] === 0x2a)
    return { type: 'webp', width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const bits = data.getUint32(21, true);
    return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return null;
}
