/** Base64 of the text's reversed UTF-8 bytes. Obfuscation only, no protection (Spec 3). */
export function obfuscate(text: string): string {
  const bytes = new TextEncoder().encode(text).reverse();
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Reads what `obfuscate` wrote; null for anything else. */
export function reveal(hidden: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(hidden), (character) => character.charCodeAt(0)).reverse();
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
