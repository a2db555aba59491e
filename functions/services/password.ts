import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../domain/errors/catalogue.ts';
import { type Turn, turnstile } from './turnstile.ts';

// scrypt N=2^14, r=8, p=5: about 100 ms and 16 MB, native in workerd. Never N=2^17, which needs the isolate's whole memory.
const usual = 14;
const [r, bytes] = [8, 32] as const;
// As costly as N=2^14 with p=5 (OWASP's pairs); workerd refuses N·r·p above 2^20.
const getLanes = (ln: number) => (ln === 15 ? 3 : 5);
const maxWork = 2 ** 20;

/** Hashes passwords into PHC strings and verifies them. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Without a stored string (unknown user) it does the same work and answers false. `stale` means that the hash has another cost than new
   * ones.
   */
  verify(password: string, stored: string | null): Promise<{ right: boolean; stale: boolean }>;
};

const derive = (password: string, salt: Buffer, ln: number, r: number, p: number) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const unpadded = (value: Buffer) => value.toString('base64').replaceAll('=', '');
const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

// Room for twenty people of one office signing in at once; of two hundred concurrent guesses, most are refused before any is counted or
// hashed.
const gate = turnstile({ places: 30, placesOfAddress: 24 });
// The pause of the gate after a right password and after a wrong one: between guesses, another user's whole page fits in.
const [shortRest, longRest] = [2, 80];

/** The password functions of one call. */
export type OwnPasswords = Passwords & {
  /**
   * Runs the work with a place in the line, so that the attempt can be counted and checked within it; refused like any hash when the line
   * is full.
   */
  inLine<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * The same functions for the calls of one address. A hash blocks the whole isolate, so hashes run one after the other, and a call that
 * would wait behind too many is refused with `too_many_attempts`.
 */
export function passwordsFor(address: string, passwords: Passwords): OwnPasswords {
  let own: Turn | null = null;
  async function inLine<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    const done = await gate.inLine(address, async (turn) => ({ value: await work(turn) }));
    if (!done) throw new AppError('too_many_attempts', { minutes: 1 }, { retryAfterSeconds: 5 });
    return done.value;
  }
  const inTurn = <T>(work: () => Promise<T>, restMs: (done: T) => number): Promise<T> =>
    own ? own(work, restMs) : inLine((turn) => turn(work, restMs));
  return {
    hash: (password) =>
      inTurn(
        () => passwords.hash(password),
        () => shortRest,
      ),
    verify: (password, stored) =>
      inTurn(
        () => passwords.verify(password, stored),
        ({ right }) => (right ? shortRest : longRest),
      ),
    inLine: (work) =>
      inLine((turn) => {
        own = turn;
        return work();
      }),
  };
}

/** `cost` is the base-2 logarithm of scrypt's N (the setting PASSWORD_COST); 14 by default. */
export function getPasswords(cost = ''): Passwords {
  const now = cost ? Number(cost) : usual;
  const p = getLanes(now);
  const unknown = `$scrypt$ln=${now},r=${r},p=${p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`;
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, now, r, p);
      return `$scrypt$ln=${now},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
    },
    async verify(password, stored) {
      const parts = phc.exec(stored ?? '') ?? phc.exec(unknown);
      if (!parts) return { right: false, stale: false };
      const [ln, blocks, lanes] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
      if (ln > 15 || blocks > 8 || lanes > 8 || 2 ** ln * blocks * lanes > maxWork) return { right: false, stale: false };
      const expected = Buffer.from(parts[5] ?? '', 'base64');
      const key = await derive(password, Buffer.from(parts[4] ?? '', 'base64'), ln, blocks, lanes);
      const right = stored !== null && key.length === expected.length && timingSafeEqual(key, expected);
      return { right, stale: right && (ln !== now || blocks !== r || lanes !== p) };
    },
  };
}
