import { expect, test } from 'vitest';
import { inParts, piecesOf } from './read-parts.ts';

const bodyOf = (...pieces: string[]) => new Blob(pieces).stream();
const partsOf = async (body: ReadableStream<Uint8Array> | null, size: number) => {
  const parts: string[] = [];
  for await (const part of inParts(body, size)) parts.push(new TextDecoder().decode(part));
  return parts;
};

test('a body is read in parts of equal size with a smaller last one, whatever the sizes of its chunks', async () => {
  expect(await partsOf(bodyOf('abc', 'defgh', 'ij'), 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(await partsOf(bodyOf('abcdefgh'), 4)).toEqual(['abcd', 'efgh']);
  expect(await partsOf(bodyOf('ab'), 4)).toEqual(['ab']);
  expect(await partsOf(null, 4)).toEqual([]);
});

test('a stalled body is an error, not its end', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) });
  const seen: number[] = [];
  const read = async () => {
    for await (const piece of piecesOf(body, 20)) seen.push(piece.byteLength);
  };
  await expect(read()).rejects.toThrow('stands still');
  expect(seen).toEqual([1]);
});
