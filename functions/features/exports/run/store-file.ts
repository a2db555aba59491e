import type { R2MultipartUpload, R2UploadedPart } from '@cloudflare/workers-types';
import { sql } from 'drizzle-orm';
import { exports } from '../../../../db/schema/exports.ts';
import type { ExportFault } from '../../../../domain/exports/contract.ts';
import { largestFile, largestToMark, maxMisses } from '../../../../domain/exports/limits.ts';
import { describeError, logLine } from '../../../request/log.ts';
import { burn } from '../burn/burn.ts';
import { TooLargeToMark } from '../burn/too-large.ts';
import { isCompleteFile } from './complete-file.ts';
import { getPieces, inParts } from './read-parts.ts';
import { fail, finish, putDown } from './record.ts';
import type { ClaimedExport, Place, Service, Work } from './work.ts';

const partBytes = 8 * 1024 * 1024;
const tailBytes = 1024;

/** A downloaded file that must not be delivered; `again` says whether a retry may help. */
class Unfit extends Error {
  readonly fault: ExportFault;
  readonly again: boolean;
  constructor(fault: ExportFault, again = false) {
    super(fault);
    this.fault = fault;
    this.again = again;
  }
}

/** Fetches the file, marks it if required, stores it and records the result. A partial file is fetched again. */
export async function storeFile(work: Work, row: ClaimedExport, { provider, account }: Service, place: Place): Promise<void> {
  const response = await provider.openExport(account, { ...place, exportId: row.serviceExportId ?? '' });
  const key = `${work.tenant}/${row.file}`;
  try {
    const bytes = row.watermark ? await storeMarked(work, row, response, key) : await storeAsItCame(work, row, response, key);
    if (!(await finish(work, row, bytes))) await work.env.FILES.delete(key);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    await work.env.FILES.delete(key);
    if (!error.again || row.misses + 1 >= maxMisses) return fail(work, row, error.fault);
    await putDown(work, row, { misses: sql`${exports.misses} + 1` }, 2 * (row.misses + 1));
  }
}

async function storeMarked(work: Work, row: ClaimedExport, response: Response, key: string): Promise<number> {
  const whole = await readAll(response, largestToMark, 'export_too_large_to_mark');
  if (!isCompleteFile(whole.subarray(0, 8), whole.subarray(-tailBytes), row.extension)) throw new Unfit('export_broken', true);
  let marked: Uint8Array;
  try {
    marked = await burn(whole, row.extension ?? '', row.watermark ?? { text: '', opacity: 0 });
  } catch (cause) {
    if (cause instanceof TooLargeToMark) throw new Unfit('export_too_large_to_mark');
    logLine('error', 'export_not_marked', { export: row.id, ...describeError(cause) });
    throw new Unfit('export_broken');
  }
  await work.env.FILES.put(key, marked, toMetadata(row));
  return marked.byteLength;
}

/** Stores the file unchanged, part by part: it is never in memory as a whole, and an interrupted upload leaves no file. */
async function storeAsItCame({ env }: Work, row: ClaimedExport, response: Response, key: string): Promise<number> {
  if (Number(response.headers.get('content-length') ?? 0) > largestFile) throw new Unfit('export_too_large');
  const parts: R2UploadedPart[] = [];
  let upload: R2MultipartUpload | null = null;
  let [size, head, tail] = [0, new Uint8Array(), new Uint8Array()];
  try {
    for await (const part of inParts(response.body, partBytes)) {
      if (size === 0) head = part.slice(0, 8);
      tail = part.byteLength >= tailBytes ? part.slice(-tailBytes) : Uint8Array.from([...tail, ...part]).slice(-tailBytes);
      size += part.byteLength;
      if (size > largestFile) throw new Unfit('export_too_large');
      if (size < partBytes) {
        if (isCompleteFile(head, tail, row.extension)) await env.FILES.put(key, part, toMetadata(row));
        continue;
      }
      upload ??= await env.FILES.createMultipartUpload(key, toMetadata(row));
      parts.push(await upload.uploadPart(parts.length + 1, part));
    }
    if (!isCompleteFile(head, tail, row.extension)) throw new Unfit('export_broken', true);
    await upload?.complete(parts);
  } catch (cause) {
    await upload?.abort();
    if (cause instanceof Unfit) throw cause;
    logLine('info', 'export_file_cut', { export: row.id, ...describeError(cause) });
    throw new Unfit('export_broken', true);
  }
  return size;
}

async function readAll(response: Response, most: number, fault: ExportFault): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > most) throw new Unfit(fault);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of getPieces(response.body)) {
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

/** The file name offered to the user; in storage the file has a random name. */
const toMetadata = ({ reportTitle: title, extension }: ClaimedExport) => ({
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
