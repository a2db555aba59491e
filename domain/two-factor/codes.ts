const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const length = 16;

/** Six digits are a code of an authenticator app, however they were typed; null for anything else. */
export function appCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A recovery code as it is compared: capitals without dashes and blanks; null for what cannot be one. */
export function recoveryCode(typed: string): string | null {
  const plain = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return plain.length === length && [...plain].every((letter) => alphabet.includes(letter)) ? plain : null;
}

/** Makes a recovery code of random bytes; letters that look like digits are not in it. */
export function codeFrom(random: (count: number) => Uint8Array): string {
  const letters: string[] = [];
  // Of a byte only what falls into whole rounds of the alphabet, so that each letter is as likely as the next.
  const most = 256 - (256 % alphabet.length);
  while (letters.length < length) for (const byte of random(length)) if (byte < most) letters.push(alphabet[byte % alphabet.length] ?? '');
  return (letters.slice(0, length).join('').match(/.{4}/g) ?? []).join('-');
}
