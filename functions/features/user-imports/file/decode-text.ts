import { refused } from './refused.ts';

const startsWith = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
const sampleBytes = 4_096;

/**
 * Reads a text file in the encodings that spreadsheets write: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252, which
 * includes Latin-1. A result with NUL isn't text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = getDecoder(bytes)
    .decode(bytes)
    .replace(/^\ufeff/, '');
  if (text.includes('\u0000')) throw refused('type');
  return text.toWellFormed();
}

function getDecoder(bytes: Uint8Array): TextDecoder {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be');
  const wide = measureWidth(bytes);
  if (wide) return new TextDecoder(wide);
  return isUtf8(bytes) ? new TextDecoder('utf-8') : new TextDecoder('windows-1252');
}

/** Without a byte order mark, Latin letters in UTF-16 show by a zero in every second byte. */
function measureWidth(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleBytes);
  const pairs = Math.floor(sample.length / 2);
  if (pairs < 2) return null;
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
