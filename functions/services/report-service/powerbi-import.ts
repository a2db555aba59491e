import { at, type Client, getObject, getText, needed } from './client.ts';
import { getReply, plainWords } from './http.ts';
import type { ImportConflict, ImportFile, ImportState, ReportProvider, ServiceAccount } from './port.ts';
import { ServiceError } from './service-error.ts';

/** The service's limit for one request; larger files go to a temporary upload first. */
const largestDirectImport = 1024 ** 3;
const uploadBudgetMs = 15 * 60_000;

const states: Record<string, ImportState['state']> = { Publishing: 'publishing', Succeeded: 'succeeded', Failed: 'failed' };
const conflicts: Record<ImportConflict, string> = { abort: 'Abort', overwrite: 'CreateOrOverwrite', create: 'Ignore' };
const isPaginated = (name: string) => /\.rdl$/i.test(name);

type Part = 'importFile' | 'importFromUrl' | 'readImport' | 'temporaryUpload' | 'uploadPart' | 'joinParts';

/** Uploads of report files to the service (REPORT_SERVICE 1.2). */
export function importing(client: Client): Pick<ReportProvider, Part> {
  async function getAddress(
    account: ServiceAccount,
    { workspaceId, name, conflict }: Pick<ImportFile, 'workspaceId' | 'name' | 'conflict'>,
  ) {
    const nameConflict = isPaginated(name) ? await paginatedConflict(account, workspaceId, name, conflict) : conflicts[conflict];
    return `${at`/groups/${workspaceId}/imports`}?${new URLSearchParams({ datasetDisplayName: name, nameConflict })}`;
  }

  /** The service can neither add a second paginated report of the same name nor replace one that doesn't exist. */
  async function paginatedConflict(account: ServiceAccount, workspaceId: string, name: string, conflict: ImportConflict) {
    if (conflict !== 'overwrite') return 'Abort';
    const { value } = getObject(await client.ask(account, { path: at`/groups/${workspaceId}/reports` }));
    const title = name.replace(/\.rdl$/i, '');
    const isThere = Array.isArray(value) && value.some((report) => report?.reportType === 'PaginatedReport' && report?.name === title);
    return isThere ? 'Overwrite' : 'Abort';
  }

  const importFromUrl: ReportProvider['importFromUrl'] = async (account, file) => {
    const path = await getAddress(account, file);
    const body = getObject(await client.ask(account, { method: 'POST', path, json: { fileUrl: file.url } }));
    return { importId: needed(body.id) };
  };

  const temporaryUpload: ReportProvider['temporaryUpload'] = async (account, workspaceId) => {
    const path = at`/groups/${workspaceId}/imports/createTemporaryUploadLocation`;
    const body = getObject(await client.ask(account, { method: 'POST', path }));
    return { url: needed(body.Url ?? body.url), expiresAt: needed(body.ExpirationTime ?? body.expirationTime) };
  };

  return {
    importFromUrl,
    temporaryUpload,

    async importFile(account, file) {
      if (file.bytes > largestDirectImport) {
        const upload = await temporaryUpload(account, file.workspaceId);
        await put(upload.url, toStream(file.body), file.bytes, {
          'x-ms-blob-type': 'BlockBlob',
          'content-type': 'application/octet-stream',
        });
        return importFromUrl(account, { ...file, url: upload.url });
      }
      const path = await getAddress(account, file);
      const raw = multipart(file);
      const body = getObject(await client.ask(account, { method: 'POST', path, raw, budgetMs: uploadBudgetMs }));
      return { importId: needed(body.id) };
    },

    async readImport(account, workspaceId, importId) {
      const body = getObject(await client.ask(account, { path: at`/groups/${workspaceId}/imports/${importId}` }));
      return {
        state: states[getText(body.importState)] ?? 'publishing',
        reports: named(body.reports).map((report) => ({
          ...{ id: report.id, name: report.name },
          ...{ embedUrl: getText(report.of.embedUrl), webUrl: getText(report.of.webUrl) },
        })),
        datasets: named(body.datasets).map(({ id, name }) => ({ id, name })),
        error: getError(body.error),
      };
    },

    async uploadPart({ url }, { index, body, bytes }) {
      await put(`${url}&comp=block&blockid=${encodeURIComponent(blockId(index))}`, toStream(body), bytes, {});
    },

    async joinParts({ url }, parts) {
      const ids = Array.from({ length: parts }, (_, index) => `<Latest>${blockId(index)}</Latest>`).join('');
      const list = new TextEncoder().encode(`<?xml version="1.0" encoding="utf-8"?><BlockList>${ids}</BlockList>`);
      await put(`${url}&comp=blocklist`, toStream(list), list.byteLength, { 'content-type': 'application/xml' });
    },
  };
}

/** Block ids are base64 and must have equal length. */
const blockId = (index: number) => btoa(String(index).padStart(6, '0'));

/** Writes to storage. The address itself is the permission, so no token is sent. */
async function put(url: string, body: ReadableStream<Uint8Array>, bytes: number, headers: Record<string, string>): Promise<void> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new ServiceError('bad_request');
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(bytes) },
    body: measured(body, bytes),
    duplex: 'half',
  };
  await getReply(url, init, Date.now() + uploadBudgetMs);
}

function multipart({ name, body, bytes }: ImportFile): { body: ReadableStream<Uint8Array>; headers: Record<string, string> } {
  const boundary = `mirante-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const shown = name.replace(/["\r\n\\]/g, '_');
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${shown}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const foot = encoder.encode(`\r\n--${boundary}--\r\n`);
  const length = head.byteLength + bytes + foot.byteLength;
  return {
    body: measured(joined([head, toStream(body), foot]), length),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) },
  };
}

function toStream(body: ImportFile['body']): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  if (body instanceof Blob) return body.stream() as ReadableStream<Uint8Array>; // because a blob streams bytes
  return joined([body]);
}

/** One stream out of several pieces, read piece by piece, so that a large file is never in memory as a whole. */
function joined(pieces: (Uint8Array | ReadableStream<Uint8Array>)[]): ReadableStream<Uint8Array> {
  let at = 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const piece = pieces[at];
        if (piece === undefined) return controller.close();
        if (piece instanceof Uint8Array) {
          at += 1;
          return controller.enqueue(piece);
        }
        reader ??= piece.getReader();
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        reader = null;
        at += 1;
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

/** Workers send a body with a known length only through their FixedLengthStream; elsewhere the header sets it. */
function measured(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  // Node has none.
  const Fixed = (globalThis as { FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array> }).FixedLengthStream;
  return Fixed ? body.pipeThrough(new Fixed(bytes)) : body;
}

function named(list: unknown): { id: string; name: string; of: Record<string, unknown> }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => (typeof item?.id === 'string' ? [{ id: item.id, name: getText(item.name), of: item }] : []));
}

function getError(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  // Because each is checked by getText.
  const { code, message, details } = error as { code?: unknown; message?: unknown; details?: { message?: unknown }[] };
  return plainWords(getText(message) || getText(details?.[0]?.message) || getText(code)) || null;
}
