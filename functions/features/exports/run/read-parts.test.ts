import { expect, test } from 'vitest';
import { getPieces, inParts } from './read-parts.ts';

const getBody = (...pieces: string[]) => new Blob(pieces).stream();
const getParts = async (body: ReadableStream<Uint8Array> | null, size: number) => {
  const parts: string[] = [];
  for await (const part of inParts(body, size)) parts.push(new TextDecoder().decode(part));
  return parts;
};

test('a body is read in parts of equal size with a smaller last one, whatever the sizes of its chunks', async () => {
  expect(await getParts(getBody('abc', 'defgh', 'ij'), 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(await getParts(getBody('abcdefgh'), 4)).toEqual(['abcd', 'efgh']);
  expect(await getParts(getBody('ab'), 4)).toEqual(['ab']);
  expect(await getParts(null, 4)).toEqual([]);
});

test('a stalled body is an error, not its end', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) });
  const seen: number[] = [];
  const read = async () => {
    for await (const piece of getPieces(body, 20)) seen.push(piece.byteLength);
  };
  await expect(read()).rejects.toThrow('stands still');
  expect(seen).toEqual([1]);
});
