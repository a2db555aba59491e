import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';

/** Requests a download link, valid for ten minutes, and hands it to the browser. */
export async function downloadFile(id: string): Promise<void> {
  try {
    const { url } = await call('POST /api/auth/exports/{id}/download', { id });
    const link = document.createElement('a');
    link.href = url;
    link.download = '';
    link.click();
  } catch (error) {
    toastError(error);
  }
}
