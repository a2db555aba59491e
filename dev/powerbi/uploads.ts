import { refuse, type Sim, type SimApp, type SimContext } from './sim.ts';

// Large enough for a list of a thousand blocks.
const headBytes = 65_536;
const maxBlocks = 50_000;

export type Scan = { bytes: number; head: Uint8Array };

/** Reads a body to its end and keeps its length and first bytes only: a file of gigabytes costs no memory. */
export async function scan(body: ReadableStream<Uint8Array> | null): Promise<Scan> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  let room = headBytes;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (room <= 0) continue;
    kept.push(chunk.slice(0, room));
    room -= chunk.byteLength;
  }
  return { bytes, head: Buffer.concat(kept) };
}

export const uploadPath = '/sim-uploads/';

/** The storage for a large file: whole, or in blocks that are joined at the end. Anyone who knows the address may write. */
export function uploadFace(app: SimApp, sim: Sim): void {
  app.put(`${uploadPath}:upload`, async (c) => {
    const upload = sim.jobs.uploads.get(c.req.param('upload'));
    const file = await scan(c.req.raw.body);
    if (!upload || c.req.query('sig') !== getSignature(upload.id)) return denied(c);
    if (upload.endsAt <= sim.now()) return denied(c);
    const block = c.req.query('blockid');
    if (c.req.query('comp') === 'block' && block) {
      if (upload.blocks.size >= maxBlocks) return refuse(c, 409, 'BlockCountExceedsLimit', 'The block count exceeds the limit');
      upload.blocks.set(block, { ...file, head: upload.blocks.size === 0 ? file.head : file.head.slice(0, 64) });
      return c.body(null, 201);
    }
    if (c.req.query('comp') === 'blocklist') {
      const ids = [...new TextDecoder().decode(file.head).matchAll(/<(?:Latest|Uncommitted|Committed)>([^<]+)</g)].map(
        ([, id]) => id ?? '',
      );
      const blocks = ids.map((id) => upload.blocks.get(id));
      if (blocks.length === 0 || blocks.includes(undefined))
        return refuse(c, 400, 'InvalidBlockList', 'The specified block list is invalid');
      upload.bytes = blocks.reduce((sum, one) => sum + (one?.bytes ?? 0), 0);
      upload.head = blocks[0]?.head ?? new Uint8Array();
      return c.body(null, 201);
    }
    if (c.req.header('x-ms-blob-type') !== 'BlockBlob') return refuse(c, 400, 'MissingRequiredHeader', 'x-ms-blob-type must be BlockBlob');
    Object.assign(upload, file);
    return c.body(null, 201);
  });
}

export const getSignature = (id: string): string => Buffer.from(id).toString('base64url');

const denied = (c: SimContext) =>
  refuse(c, 403, 'AuthenticationFailed', 'Server failed to authenticate the request. The signature is not valid or has ended.');
