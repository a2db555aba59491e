/** The text of a base64 form field; null if it is not base64 of UTF-8. */
export function textOfBase64(text: string): string | null {
  const bare = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(bare)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Uint8Array.from(atob(bare), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
