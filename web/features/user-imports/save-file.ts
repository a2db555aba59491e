import { downloadFile } from '../../ui/download.ts';

/** Hands a file that came as base64 to the browser to keep. */
export const saveFile = ({ filename, type, base64 }: { filename: string; type: string; base64: string }): void =>
  downloadFile(
    filename,
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    type,
  );
