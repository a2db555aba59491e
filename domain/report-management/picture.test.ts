import { expect, test } from 'vitest';
import { getPicture } from './picture.ts';

const bytes = (...parts: (number[] | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
const zeros = (count: number) => Array.from({ length: count }, () => 0);

test('sizes are read from all three formats', () => {
  const png = bytes(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13],
    'IHDR',
    [0, 0, 1, 0x2c, 0, 0, 0, 0x78],
    zeros(20),
    'IEND',
    zeros(4),
  );
  expect(getPicture(png)).toEqual({ type: 'png', width: 300, height: 120 });
  const jpg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 120, 1, 0x2c, 3], zeros(12), [0xff, 0xd9]);
  expect(getPicture(jpg)).toEqual({ type: 'jpg', width: 300, height: 120 });
  const webp = bytes('RIFF', [22, 0, 0, 0], 'WEBPVP8X', zeros(8), [0x2b, 1, 0, 0x77, 0, 0]);
  expect(getPicture(webp)).toEqual({ type: 'webp', width: 300, height: 120 });
});

test('a file that is too small, truncated or of another type is not a picture', () => {
  expect(getPicture(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>', zeros(40)))).toBeNull();
  expect(getPicture(bytes('GIF89a', zeros(60)))).toBeNull();
  expect(getPicture(bytes([0xff, 0xd8, 0xff], zeros(40)))).toBeNull();
  expect(getPicture(new Uint8Array(0))).toBeNull();
});
