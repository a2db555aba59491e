import { AppError } from '../../domain/errors/catalogue.ts';

// A sender that is cut off while sending sees a broken connection instead of the refusal, so this much more is read and dropped.
const droppedBytes = 4 * 1024 * 1024;

/** Reads a raw file body and refuses one that is too large, whatever its Content-Length says. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const said = Number(request.headers.get('content-length') ?? 0);
  if (said > maxBytes + droppedBytes) throw new AppError('body_too_large', { limit: maxBytes });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    if (size > maxBytes + droppedBytes) {
      await reader.cancel();
      break;
    }
  }
  if (size > maxBytes) throw new AppError('body_too_large', { limit: maxBytes });
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
