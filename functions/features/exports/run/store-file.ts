import { sql } from 'drizzle-orm';
import type { ExportFault } from '../../../../domain/exports/contract.ts';
import { largestAttachment, largestFile, largestToMark, mostMisses } from '../../../../domain/exports/limits.ts';
import { describeError, logLine } from '../../../http/log.ts';
import { burn } from '../burn/burn.ts';
import { TooLargeToMark } from '../burn/too-large.ts';
import { fail, finish, putDown } from './record.ts';
import { isWhole } from './whole.ts';
import type { Held, Place, Service, Work } from './work.ts';

/** What makes a file no file to hand out, now or for good. */
class Unfit extends Error {
  readonly fault: ExportFault;
  readonly again: boolean;
  constructor(fault: ExportFault, again = false) {
    super(fault);
    this.fault = fault;
    this.again = again;
  }
}

/** Fetches the file, marks it where the rule says so, keeps it for its person and says so. A half one is fetched again. */
export async function storeFile(work: Work, row: Held, { provider, account }: Service, place: Place): Promise<void> {
  const response = await provider.openExport(account, { ...place, exportId: row.service_export_id ?? '' });
  const key = `${work.tenant}/${row.file}`;
  try {
    const bytes = row.watermark ? await storeMarked(work, row, response, key) : await storeAsItCame(work, row, response, key);
    if (!(await finish(work, row, bytes))) await work.env.FILES.delete(key);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    await work.env.FILES.delete(key);
    if (!error.again || row.misses + 1 >= mostMisses) return fail(work, row, error.fault);
    await putDown(work, row, sql`misses = misses + 1`, 2 * (row.misses + 1));
  }
}

async function storeMarked(work: Work, row: Held, response: Response, key: string): Promise<number> {
  const whole = await readAll(response, largestToMark, 'export_too_large_to_mark');
  if (!isWhole(whole.subarray(0, 8), whole.subarray(-1024), row.extension)) throw new Unfit('export_broken', true);
  let marked: Uint8Array;
  try {
    marked = await burn(whole, row.extension ?? '', row.watermark ?? { text: '', opacity: 0 });
  } catch (cause) {
    if (cause instanceof TooLargeToMark) throw new Unfit('export_too_large_to_mark');
    logLine('error', 'export_not_marked', { export: row.id, ...describeError(cause) });
    throw new Unfit('export_broken');
  }
  await work.env.FILES.put(key, marked, metadataOf(row));
  return marked.byteLength;
}

async function storeAsItCame({ env }: Work, row: Held, response: Response, key: string): Promise<number> {
  const said = Number(response.headers.get('content-length') ?? Number.NaN);
  if (said > largestFile) throw new Unfit('export_too_large');
  // Without a length the store takes no stream.
  const isLong = Number.isFinite(said) && !response.headers.has('content-encoding');
  const body = isLong ? response.body : await readAll(response, largestAttachment, 'export_too_large');
  try {
    await env.FILES.put(key, body as unknown as ArrayBuffer, metadataOf(row)); // because the runtime's own stream type is meant
  } catch (cause) {
    logLine('info', 'export_file_cut', { export: row.id, ...describeError(cause) });
    throw new Unfit('export_broken', true);
  }
  const [head, tail] = [
    await env.FILES.get(key, { range: { offset: 0, length: 8 } }),
    await env.FILES.get(key, { range: { suffix: 1024 } }),
  ];
  if (!head || !tail || !isWhole(new Uint8Array(await head.arrayBuffer()), new Uint8Array(await tail.arrayBuffer()), row.extension))
    throw new Unfit('export_broken', true);
  return head.size;
}

async function readAll(response: Response, most: number, fault: ExportFault): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > most) throw new Unfit(fault);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > most) throw new Unfit(fault);
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof Unfit ? cause : new Unfit('export_broken', true);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** The name under which it is saved on the person's side; where it lies it has a random one. */
const metadataOf = ({ report_title: title, extension }: Held) => ({
  customMetadata: {
    name: `${
      title
        .replace(/[\\/:*?"<>|\p{C}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 80) || 'export'
    }${extension}`,
  },
});
