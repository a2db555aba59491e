import { codeFrom, recoveryCode } from '../../../domain/two-factor/codes.ts';
import { recoveryCodes } from '../../../domain/two-factor/limits.ts';
import { sha256, toHex } from '../../services/ids.ts';

const hashOf = async (plain: string): Promise<string> => toHex(await sha256(`recovery ${plain}`));

/** The hash of a recovery code as it was typed; null for what cannot be one. Eighty random bits need no slow hash. */
export async function hashOfCode(typed: string): Promise<string | null> {
  const plain = recoveryCode(typed);
  return plain && hashOf(plain);
}

/** Ten new codes, shown this once, and their hashes. */
export async function newCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodes }, () => codeFrom((count) => crypto.getRandomValues(new Uint8Array(count))));
  return { codes, hashes: await Promise.all(codes.map((code) => hashOf(code.replaceAll('-', '')))) };
}
