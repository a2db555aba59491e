import { call } from '../../../app/data/api.ts';
import { sendFile } from '../../../app/data/upload.ts';

type Begun = { id: string; parts: number; partBytes: number };
type Options = { onProgress: (share: number) => void; signal: AbortSignal };
const tries = 3;

/** Uploads a file in the number of parts the server asked for; an interrupted part is retried. */
export async function sendParts(file: File, { id, parts, partBytes }: Begun, { onProgress, signal }: Options): Promise<void> {
  for (let part = 0; part < parts; part += 1) {
    const from = parts === 1 ? 0 : part * partBytes;
    const piece = file.slice(from, parts === 1 ? file.size : Math.min(file.size, from + partBytes));
    for (let turn = 1; ; turn += 1) {
      try {
        await sendFile(`/api/auth/management/uploads/${id}/parts/${part}`, piece, {
          signal,
          onProgress: (sent) => onProgress(Math.min(1, (from + sent) / file.size)),
        });
        break;
      } catch (error) {
        // A single-part file may have arrived although its response did not, so it is not sent twice.
        const broke = error instanceof Error && error.message === 'network';
        if (!broke || parts === 1 || turn === tries || signal.aborted) throw error;
      }
    }
  }
  if (parts > 1) await call('POST /api/auth/management/uploads/{id}/finish', { id });
}
