/** Letters and digits of pairing codes: none that can be mistaken for another (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const codeLetters = 'ACDEFGHJKMNPQRTUVWXY34679';
const codeLength = 6;

/**
 * Makes a code from random bytes. Bytes beyond the last whole multiple of the alphabet are skipped, so that every letter is equally likely.
 */
export function getCode(bytes: Iterable<number>): string | null {
  const rounds = 256 - (256 % codeLetters.length);
  let code = '';
  for (const byte of bytes) {
    if (byte >= rounds) continue;
    code += codeLetters[byte % codeLetters.length];
    if (code.length === codeLength) return code;
  }
  return null;
}

/** The typed code in the form codes are compared in: capitals, without spaces and dashes. */
export const normalCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]+/g, '');

/** Whether it could be a code at all. */
export const isCode = (typed: string): boolean => {
  const code = normalCode(typed);
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter));
};
