import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// scrypt N=2^14, r=8, p=5: about 100 ms and 16 MB, native in workerd; never N=2^17, which is the whole isolate.
const cost = { ln: 14, r: 8, p: 5 } as const;
const bytes = 32;

const derive = (password: string, salt: Buffer, ln: number, r: number, p: number) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const unpadded = (value: Buffer) => value.toString('base64').replaceAll('=', '');

/** Hashes a password into a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost.ln, cost.r, cost.p);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(key)}`;
}

const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const nobody = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`;

/** Checks a password against a PHC string; without one (an unknown person) it does the same work and answers no. */
export async function verifyPassword(password: string, stored: string | null): Promise<{ right: boolean; stale: boolean }> {
  const parts = phc.exec(stored ?? '') ?? phc.exec(nobody);
  if (!parts) return { right: false, stale: false };
  const [ln, r, p] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (ln > 15 || r > 8 || p > 8) return { right: false, stale: false };
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const key = await derive(password, Buffer.from(parts[4] ?? '', 'base64'), ln, r, p);
  const right = stored !== null && key.length === expected.length && timingSafeEqual(key, expected);
  return { right, stale: right && (ln !== cost.ln || r !== cost.r || p !== cost.p) };
}
