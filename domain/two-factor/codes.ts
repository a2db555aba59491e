const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const length = 16;

/** A six-digit code of an authenticator app, however it was typed; null for anything else. */
export function appCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A recovery code in the form codes are compared in: capitals without dashes and spaces; null for what can't be one. */
export function recoveryCode(typed: string): string | null {
  const plain = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return plain.length === length && [...plain].every((letter) => alphabet.includes(letter)) ? plain : null;
}

/** Makes a recovery code from random bytes, without letters that look like digits. */
export function codeFrom(random: (count: number) => Uint8Array): string {
  const letters: string[] = [];
  // Bytes beyond the last whole multiple of the alphabet are skipped, so that every letter is equally likely.
  const most = 256 - (256 % alphabet.length);
  while (letters.length < length) for (const byte of random(length)) if (byte < most) letters.push(alphabet[byte % alphabet.length] ?? '');
  return (letters.slice(0, length).join('').match(/.{4}/g) ?? []).join('-');
}
