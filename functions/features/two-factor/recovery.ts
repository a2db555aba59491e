import { codeFrom, recoveryCode } from '../../../domain/two-factor/codes.ts';
import { recoveryCodes } from '../../../domain/two-factor/limits.ts';
import { getHash } from '../../services/ids.ts';

const codeHash = (plain: string): Promise<string> => getHash(`recovery ${plain}`);

/** The hash of a typed recovery code; null for an impossible one. Eighty random bits need no slow hash. */
export async function hashOfCode(typed: string): Promise<string | null> {
  const plain = recoveryCode(typed);
  return plain && codeHash(plain);
}

/** Ten new codes, shown only this once, and their hashes. */
export async function newCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodes }, () => codeFrom((count) => crypto.getRandomValues(new Uint8Array(count))));
  return { codes, hashes: await Promise.all(codes.map((code) => codeHash(code.replaceAll('-', '')))) };
}
