/** Turns a text into base64 of its reversed UTF-8 bytes. It hides nothing from a reader who looks (Spec 3: obfuscated only). */
export function obfuscate(text: string): string {
  const bytes = new TextEncoder().encode(text).reverse();
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Reads what `obfuscate` wrote; anything else gives null. */
export function reveal(hidden: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(hidden), (character) => character.charCodeAt(0)).reverse();
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
