import { getHash } from './ids.ts';

const digits = 6;

/** Six random digits, uniformly distributed. */
export function newMailedCode(): string {
  const numbers = 10 ** digits;
  const most = Math.floor(2 ** 32 / numbers) * numbers;
  for (;;) {
    const [drawn = most] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return String(drawn % numbers).padStart(digits, '0');
  }
}

/** The digest of a mailed code as typed. It includes the ticket, so that the code is valid for that ticket only. */
export const digestOfCode = (ticketHash: string, typed: string): Promise<string> =>
  getHash(`mailed ${ticketHash} ${typed.replaceAll(/\s/g, '')}`);

/** The digest of the single-use code for an account's first factor; it is valid for ten minutes and guesses are counted. */
export const mailCodeHash = (account: string, code: string): Promise<string> => getHash(`mail code ${account} ${code}`);
