import { decodeJwt, importJWK, type JWK, type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { type Acting, isReach, isVia, kindOfVia } from '../../domain/access/acting.ts';
import { isProfile, type Profile } from '../../domain/access/profile.ts';
import { isSessionKind, type SessionKind } from '../../domain/access/session-kinds.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import { tokenMinutes } from '../../domain/session/sign-in.ts';

export type Claims = {
  sid: string;
  sub: string;
  tenant: string;
  /** Only for refusing a call early; the database reads the session's own row. */
  kind: SessionKind;
  profile: Profile;
  flags: string[];
  /** The entries of hidden_menu from all layers. */
  hidden: string[];
  /** The rights version; the database refuses any other. */
  ver: number;
  /** The acting user's id when a user acts as another; otherwise null. */
  act: string | null;
  /** The scope of that acting; set whenever `act` is. On the wire `act`: {sub}, `scope`, `via` and `until` (RFC 8693). */
  acting?: Acting | undefined;
  /** This user is exempt from the tenant's allowed addresses. On the wire `ipx`. */
  exempt?: boolean | undefined;
  exp: number;
};

/** The session of a display (BEHAVIOUR 6): a player on a device. It has no user and opens only its playlist. */
export type PlayerClaims = { sid: string; device: string; tenant: string; exp: number };

/** The session of a single-report embedded page, with or without a user. It opens only that report. */
export type EmbedClaims = { sid: string; report: string; tenant: string; exempt: boolean; exp: number };

type Ring = { current: string; keys: Record<string, JWK> };
const algorithm = 'ES256';

/** Signs and checks session tokens: one fixed algorithm, a known kid, the host as audience, the purpose as a claim. */
export function tokenService(jwtKeys: string) {
  const ring = JSON.parse(jwtKeys) as Ring; // because the boot check has parsed its shape
  const keys = new Map<string, Promise<CryptoKey>>();
  const getKey = (kid: string, use: 'sign' | 'verify') => {
    const jwk = ring.keys[kid];
    if (!jwk) return null;
    const cached = keys.get(use + kid);
    if (cached) return cached;
    const { d: _private, ...publicPart } = jwk;
    const key = importJWK(use === 'sign' ? jwk : publicPart, algorithm) as Promise<CryptoKey>; // because an EC key is never symmetric
    keys.set(use + kid, key);
    return key;
  };

  const sign = ({ sub, act, acting, exempt, ...rest }: Omit<Claims, 'exp'>, host: string, nowMs: number): Promise<string> =>
    signed(
      {
        ...rest,
        ...(exempt ? { ipx: true } : {}),
        ...(acting ? { act: { sub: act }, scope: acting.reach, via: acting.via, until: acting.until } : {}),
        purpose: 'session',
      },
      sub,
      host,
      nowMs,
      acting?.until,
    );
  const signPlayer = ({ sid, device, tenant }: Omit<PlayerClaims, 'exp'>, host: string, nowMs: number): Promise<string> =>
    signed({ sid, tenant, purpose: 'playlist' }, device, host, nowMs);
  const signEmbedded = ({ sid, report, tenant, exempt }: Omit<EmbedClaims, 'exp'>, host: string, nowMs: number): Promise<string> =>
    signed({ sid, tenant, purpose: 'embedded', ...(exempt && { ipx: true }) }, report, host, nowMs);

  async function signed(payload: JWTPayload, sub: string, host: string, nowMs: number, until = Number.POSITIVE_INFINITY): Promise<string> {
    const key = await getKey(ring.current, 'sign');
    if (!key) throw new Error('no signing key');
    const now = Math.floor(nowMs / 1000);
    return new SignJWT(payload)
      .setProtectedHeader({ alg: algorithm, kid: ring.current, typ: 'JWT' })
      .setSubject(sub)
      .setAudience(host)
      .setIssuedAt(now)
      .setNotBefore(now - 60)
      .setExpirationTime(Math.min(now + tokenMinutes * 60, until))
      .sign(key);
  }

  /** Refuses with token_expired when the signature is good and `exp` has passed, otherwise with token_invalid. */
  const verify = (token: string, host: string, nowMs: number, allowExpired = false): Promise<Claims> =>
    verified(token, host, nowMs, allowExpired, toClaims);
  /** The same for a display's token; a session token is refused here, and the reverse. */
  const verifyPlayer = (token: string, host: string, nowMs: number, allowExpired = false): Promise<PlayerClaims> =>
    verified(token, host, nowMs, allowExpired, toPlayerClaims);
  const verifyEmbedded = (token: string, host: string, nowMs: number, allowExpired = false): Promise<EmbedClaims> =>
    verified(token, host, nowMs, allowExpired, toEmbedClaims);

  async function verified<C>(
    token: string,
    host: string,
    nowMs: number,
    allowExpired: boolean,
    read: (payload: JWTPayload) => C,
  ): Promise<C> {
    try {
      const { payload } = await jwtVerify(
        token,
        async (header) => {
          const key = typeof header.kid === 'string' ? getKey(header.kid, 'verify') : null;
          if (!key) throw new joseErrors.JWSInvalid('unknown key');
          return key;
        },
        { algorithms: [algorithm], audience: host, typ: 'JWT', currentDate: new Date(nowMs), requiredClaims: ['sub', 'exp', 'iat', 'nbf'] },
      );
      refuseUnsound(payload, nowMs);
      return read(payload);
    } catch (error) {
      // jose checks the signature, audience and `nbf` before it reports an expired token.
      if (!(error instanceof joseErrors.JWTExpired)) throw new AppError('token_invalid', undefined, { cause: error });
      refuseUnsound(error.payload, nowMs);
      const claims = read(error.payload);
      if (!allowExpired) throw new AppError('token_expired');
      return claims;
    }
  }
  return { sign, verify, signPlayer, verifyPlayer, signEmbedded, verifyEmbedded };
}

// The allowed clock difference between edge locations, the same as in `nbf`.
const skewSeconds = 60;

/** Refuses claims that we never issue, even under a valid key: too long a lifetime, an `iat` in the future, several audiences. */
function refuseUnsound({ aud, iat = Number.POSITIVE_INFINITY, exp = Number.POSITIVE_INFINITY }: JWTPayload, nowMs: number): void {
  if (typeof aud !== 'string' || iat > nowMs / 1000 + skewSeconds || exp > iat + tokenMinutes * 60) throw new AppError('token_invalid');
}

export type TokenService = ReturnType<typeof tokenService>;

function toClaims(payload: JWTPayload): Claims {
  const { sid, sub, tenant, kind, profile, flags, hidden, ver, act, purpose, exp, ipx } = payload;
  const acting = getActing(payload);
  if (purpose !== 'session' || !isUuid(sid) || !isUuid(sub) || !isUuid(tenant) || !isProfile(profile) || !isVersion(ver))
    throw new AppError('token_invalid');
  // The session's kind must match how the actor got in, and only an actor may have a visit's kind.
  if (!isSessionKind(kind) || (acting ? kind !== kindOfVia(acting.via) : kind === 'remote' || kind === 'partner'))
    throw new AppError('token_invalid');
  return {
    sid,
    sub,
    tenant,
    kind,
    profile,
    flags: strings(flags),
    hidden: strings(hidden),
    ver,
    act: acting ? (act as { sub: string }).sub : null, // because getActing has checked it
    acting,
    exempt: ipx === true,
    exp: exp ?? 0,
  };
}

/** A token with an actor must carry all of the actor's claims. */
function getActing({ act, scope, via, until }: JWTPayload): Acting | undefined {
  if (act === undefined) return undefined;
  const sub = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : null;
  if (!isUuid(sub) || !isReach(scope) || !isVia(via) || !isVersion(until)) throw new AppError('token_invalid');
  return { reach: scope, via, until };
}

function toPlayerClaims({ sid, sub, tenant, purpose, exp }: JWTPayload): PlayerClaims {
  if (purpose !== 'playlist' || !isUuid(sid) || !isUuid(sub) || !isUuid(tenant)) throw new AppError('token_invalid');
  return { sid, device: sub, tenant, exp: exp ?? 0 };
}

function toEmbedClaims({ sid, sub, tenant, purpose, ipx, exp }: JWTPayload): EmbedClaims {
  if (purpose !== 'embedded' || !isUuid(sid) || !isUuid(sub) || !isUuid(tenant)) throw new AppError('token_invalid');
  return { sid, report: sub, tenant, exempt: ipx === true, exp: exp ?? 0 };
}

/** The token's purpose, unverified: use it only to choose how the token is verified. */
export function getPurpose(token: string): 'session' | 'playlist' | 'embedded' {
  try {
    const { purpose } = decodeJwt(token);
    return purpose === 'playlist' || purpose === 'embedded' ? purpose : 'session';
  } catch {
    return 'session';
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
const isVersion = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
