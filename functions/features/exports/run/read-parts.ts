/** How long a download may stall before it counts as cut off. */
const idleMs = 10_000;

/** The chunks of a body as they arrive; throws if the body stalls or breaks off. */
export async function* getPieces(body: ReadableStream<Uint8Array> | null, maxIdleMs = idleMs): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  for (;;) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const idle = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the file stands still')), maxIdleMs);
    });
    try {
      const { done, value } = await Promise.race([reader.read(), idle]);
      if (done) return;
      yield value;
    } catch (error) {
      void reader.cancel().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The body in parts of equal size with a smaller last one; at most one part is in memory at a time. */
export async function* inParts(body: ReadableStream<Uint8Array> | null, size: number): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(size);
  let filled = 0;
  for await (const piece of getPieces(body)) {
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + size - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
