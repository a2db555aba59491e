import { createCipheriv, createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { mailCodeHash } from '../../functions/services/mailed-code.ts';
import { sealer } from '../../functions/services/seal.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { world } from './world.ts';

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The code that an authenticator app with this key shows at a time. */
export const codeAt = (at: number, secret = key): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret }).generate({ timestamp: at });

/** A factor's owner: the account, if there is one, or the person in that unit. */
const getOwner = (bound: 'account' | 'unit') =>
  bound === 'unit'
    ? 'select u.id, null::uuid, u.tenant_id, u.id'
    : `select coalesce(u.account_id, u.id), u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end`;

/**
 * Gives a person's account, or the person in this unit alone, an authenticator app and recovery codes, as a set-up would have left them.
 */
export async function makeFactor(
  person: { id: string; tenantId: string },
  codes: readonly string[] = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'],
  { bound = 'account' as 'account' | 'unit', secret: appKey = key } = {},
) {
  const id = makeId();
  const secret = await sealer(world().keys.SEAL_KEYS).seal(appKey, { tenantId: '-', table: 'factors', rowId: id, column: 'secret' });
  const hashes = codes.map((code) =>
    createHash('sha256')
      .update(`recovery ${code.replaceAll('-', '')}`)
      .digest('hex'),
  );
  const owner = getOwner(bound);
  await query(
    `with t as (insert into factors (id, holder, account_id, tenant_id, user_id, kind, name, secret)
      select $1::uuid, x.*, 'totp', 'Telefone', $2
      from (${owner} from users u where u.tenant_id = $3 and u.id = $4) x (a, b, c, d))
      insert into factors (id, holder, account_id, tenant_id, user_id, kind, hash)
        select gen_random_uuid(), x.*, 'recovery', decode(h, 'hex')
        from unnest($5::text[]) h, (${owner} from users u where u.tenant_id = $3 and u.id = $4) x (a, b, c, d)`,
    [id, secret, person.tenantId, person.id, hashes],
  );
  return { id, key: appKey };
}

/** The code mailed by the platform for the first factor of the person's account, as after delivery. */
export async function mailedCode(person: { id: string; tenantId: string }, code = '424242'): Promise<string> {
  const [row] = await query('select account_id as id from users where tenant_id = $1 and id = $2', [person.tenantId, person.id]);
  await query('delete from tokens where hash = $1::bytea', [await mailCodeHash(String(row?.id), code)]);
  await query(
    `insert into tokens (hash, purpose, tenant_id, user_id, expires_at, body)
      values ($1::bytea, 'account.code', $2, $3, now() + interval '10 minutes', jsonb_build_object('account', $4::text))`,
    [await mailCodeHash(String(row?.id), code), person.tenantId, person.id, row?.id],
  );
  return code;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha = (text: string | Uint8Array) => createHash('sha256').update(text).digest();
const head = (major: number, size: number) =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const words = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);

/** A software authenticator: makes one passkey for a host and signs challenges with it, also wrongly if a test asks for it. */
export function authenticator(host: string, origin = `http://${host}`) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  // The user handle that the portal gave at registration; returned with every assertion.
  let handle: string | undefined;
  type Wrong = {
    origin?: string;
    rpId?: string;
    verified?: boolean;
    counter?: number;
    /** The user handle that it claims. */
    userHandle?: string;
    type?: string /** Who vouches for it: its own key, or a maker's certificate (here none that could be read). */;
    vouched?: 'packed' | 'apple';
  };
  const data = (flags: number, wrong: Wrong) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    return Buffer.concat([sha(wrong.rpId ?? host), Buffer.from([wrong.verified === false ? flags & ~4 : flags]), count]);
  };
  const client = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin: wrong.origin ?? origin, crossOrigin: false }));
  const answer = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} };
  const cose = Buffer.concat([
    head(5, 5),
    Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  return {
    id: base64(id),
    host,
    publicKey: base64(cose),
    belongsTo(holder: string) {
      handle = base64(Buffer.from(holder));
    },
    make(asked: string | { challenge: string; user: { id: string } }, wrong: Wrong = {}) {
      const challenge = typeof asked === 'string' ? asked : asked.challenge;
      if (typeof asked !== 'string') handle = asked.user.id;
      const held = Buffer.concat([data(0x45, wrong), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const clientData = client('webauthn.create', challenge, wrong);
      const signature = createSign('sha256')
        .update(Buffer.concat([held, sha(clientData)]))
        .sign(privateKey);
      const statement = {
        none: head(5, 0),
        packed: Buffer.concat([head(5, 2), words('alg'), Buffer.from([0x26]), words('sig'), bytes(signature)]),
        apple: Buffer.concat([head(5, 1), words('x5c'), head(4, 1), bytes(randomBytes(300))]),
      };
      const format = wrong.vouched ?? 'none';
      const named = [words('fmt'), words(format), words('attStmt'), statement[format]];
      const object = Buffer.concat([head(5, 3), ...named, words('authData'), bytes(held)]);
      return {
        ...answer,
        response: {
          clientDataJSON: base64(clientData),
          attestationObject: base64(object),
          transports: ['internal'],
        },
      };
    },
    sign(challenge: string, wrong: Wrong = {}) {
      counter += 1;
      const [authenticatorData, clientData] = [data(0x05, wrong), client('webauthn.get', challenge, wrong)];
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha(clientData)]))
        .sign(privateKey);
      return {
        ...answer,
        response: {
          clientDataJSON: base64(clientData),
          authenticatorData: base64(authenticatorData),
          signature: base64(signature),
          ...(handle && { userHandle: wrong.userHandle ?? handle }),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof authenticator>;

/** Stores an authenticator's passkey as one of the person's account, or as one bound to the person in this unit. */
export async function makePasskey(
  person: { id: string; tenantId: string },
  device: Authenticator,
  { bound = 'account' as 'account' | 'unit' } = {},
) {
  const [made] = await query(
    `insert into factors (id, holder, account_id, tenant_id, user_id, kind, name, host, credential, public_key)
      select gen_random_uuid(), x.*, 'passkey', 'Notebook', $3, $4, $5
        from (${getOwner(bound)} from users u where u.tenant_id = $1 and u.id = $2) x (a, b, c, d)
        returning holder`,
    [person.tenantId, person.id, device.host, device.id, device.publicKey],
  );
  device.belongsTo(String(made?.holder));
}

/** A sealed key of an app that is not stored yet, as the portal gives it to be sent back. */
export function sealedKey(id: string): string {
  // Because it is the portal's own ring.
  const { current, keys } = JSON.parse(world().keys.SEAL_KEYS) as { current: string; keys: Record<string, string> };
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keys[current] ?? '', 'base64url'), iv).setAAD(
    Buffer.from(`-|factors|${id}|secret`),
  );
  const body = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  return `${current}.${base64(iv)}.${base64(body)}`;
}
