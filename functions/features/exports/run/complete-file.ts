const letters = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const signs: Record<string, { head: string; tail: string }> = {
  '.pdf': { head: '%PDF-', tail: '%%EOF' },
  '.pptx': { head: 'PK\u0003\u0004', tail: 'PK\u0005\u0006' },
  '.zip': { head: 'PK\u0003\u0004', tail: 'PK\u0005\u0006' },
  '.png': { head: '\u0089PNG\r\n\u001a\n', tail: 'IEND' },
};

/** Whether a file matches its extension and is complete, by its first and last bytes. */
export function isCompleteFile(head: Uint8Array, tail: Uint8Array, extension: string | null): boolean {
  const sign = signs[extension ?? ''];
  return sign !== undefined && letters(head).startsWith(sign.head) && letters(tail).includes(sign.tail);
}
