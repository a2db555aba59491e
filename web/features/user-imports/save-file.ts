import { downloadFile } from '../../ui/download.ts';

/** Downloads a file that was received as base64. */
export const saveFile = ({ filename, type, base64 }: { filename: string; type: string; base64: string }): void =>
  downloadFile(
    filename,
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    type,
  );
