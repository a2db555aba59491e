import { largestUnpacked } from '../../../../domain/user-imports/limits.ts';
import { refused } from './refused.ts';

/** Small enough that the expansion of one piece is bearable: deflate expands at most about a thousandfold. */
const pieceBytes = 8 * 1024;
const maxEntries = 2_000;
const isWanted = (name: string) => name.endsWith('.xml') || name.endsWith('.xml.rels');

/**
 * Unpacks the XML parts of a workbook and stops as soon as they are too large, whatever sizes the archive itself claims: a file of 10 MB
 * can hold ten thousand.
 */
export async function unpack(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const { Unzip, UnzipInflate } = await import('fflate');
  const parts: Record<string, Uint8Array[]> = {};
  let size = 0;
  let entries = 0;
  let fault: unknown = null;
  const stop = (reason: 'broken' | 'unpacked') => {
    // The library passes an error thrown here to `ondata` again, as if the archive were broken.
    fault ??= refused(reason);
    throw fault;
  };
  const archive = new Unzip((file) => {
    entries += 1;
    if (entries > maxEntries) stop('unpacked');
    if (!isWanted(file.name) || Object.hasOwn(parts, file.name)) return;
    const chunks: Uint8Array[] = [];
    parts[file.name] = chunks;
    file.ondata = (error, chunk) => {
      if (error) return stop('broken');
      size += chunk.length;
      if (size > largestUnpacked) stop('unpacked');
      chunks.push(chunk);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += pieceBytes) archive.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
  return Object.fromEntries(Object.entries(parts).map(([name, chunks]) => [name, joined(chunks)]));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
