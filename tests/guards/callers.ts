import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { generateKeyPair, SignJWT } from 'jose';
import { makeKeys } from '../../dev/secrets.ts';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import type { Bound } from '../../functions/request/bind.ts';
import type { Context } from '../../functions/request/context.ts';
import { type Claims, tokenService } from '../../functions/request/jwt.ts';

const tokens = tokenService(makeKeys().JWT_KEYS);
const home = { id: randomUUID(), host: 'home.localhost' };
const other = { id: randomUUID(), host: 'other.localhost' };

type Tenant = { id: string; host: string };
type Who = Partial<Pick<Claims, 'profile' | 'flags' | 'hidden' | 'act' | 'acting' | 'kind'>>;
export const personToken = (who: Who = {}, { id, host }: Tenant = home): Promise<string> => {
  const claims = {
    sid: randomUUID(),
    sub: randomUUID(),
    tenant: id,
    kind: 'own' as const,
    profile: 'admin' as const,
    flags: [],
    hidden: [],
    ver: 1,
    act: null,
  };
  return tokens.sign({ ...claims, ...who }, host, Date.now());
};
export const displayToken = ({ id, host }: Tenant = home): Promise<string> =>
  tokens.signPlayer({ sid: randomUUID(), device: randomUUID(), tenant: id }, host, Date.now());
export const embedToken = ({ id, host }: Tenant = home): Promise<string> =>
  tokens.signEmbedded({ sid: randomUUID(), report: randomUUID(), tenant: id, exempt: false }, host, Date.now());

async function forged(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ purpose: 'session', sid: randomUUID(), tenant: home.id, profile: 'admin', ver: 1 })
    .setProtectedHeader({ alg: 'ES256', kid: 'stranger', typ: 'JWT' })
    .setSubject(randomUUID())
    .setAudience(home.host)
    .setIssuedAt()
    .setNotBefore('-1m')
    .setExpirationTime('5m')
    .sign(privateKey);
}

/** Bearers that aren't a valid session here. */
export async function strangers(): Promise<Record<string, string | null>> {
  const people = profiles.flatMap((profile: Profile) =>
    [other, { ...other, host: home.host }].map(async (tenant, at) => [
      `a ${profile} of another tenant${at === 1 ? ' with this host' : ''}`,
      await personToken({ profile }, tenant),
    ]),
  );
  return {
    nobody: null,
    garbage: 'garbage',
    'three parts': 'a.b.c',
    'another signature': await forged(),
    ...Object.fromEntries(await Promise.all(people)),
  };
}

/** Any other access before a call is let in fails the test: a refused call must not read, write or send anything. */
const untouched = (what: string, allowed: Record<string, unknown> = {}) =>
  new Proxy(allowed, {
    get: (_, key) => {
      if (typeof key === 'string' && Object.hasOwn(allowed, key)) return allowed[key];
      throw new Error(`the call reached ${what}.${String(key)}`);
    },
  }) as never; // because nothing else of it may be used

/** A refusal may write an audit entry (functions/request/closed-call.ts); no other query is allowed. */
const recordsRefusals = {
  withDoor: async (build: (db: { execute(statement: SQL): void }) => unknown) => {
    build({
      execute: (statement) => {
        const { sql: text } = new PgDialect().sqlToQuery(statement);
        if (!text.startsWith('/* refuse.closed_call */ select app.call_closed(')) throw new Error(`a refused call asked: ${text}`);
      },
    });
  },
};

/** A route's answer to a bearer with an input that every endpoint rejects: the refusal, or `let in` when only the input is refused. */
export async function getAnswer(route: Bound, bearer: string | null): Promise<{ code: string; vars?: AppError['vars'] }> {
  const { method, file } = route.endpoint;
  const takesBody = (method === 'POST' || method === 'PUT') && !file;
  const url = new URL(`http://${home.host}${route.endpoint.path}${takesBody ? '' : '?unknown=1'}`);
  const request = new Request(url, {
    method,
    ...(takesBody && { headers: { 'content-type': 'application/json' }, body: '{"unknown":1}' }),
  });
  const context: Context = {
    ...{
      env: untouched('env'),
      database: untouched('the database', recordsRefusals),
      sealer: untouched('the sealer'),
      passwords: untouched('passwords'),
    },
    ...{ requestId: '', host: home.host, address: '192.0.2.1', agent: '', language: null, cookies: {} },
    tenant: { ...home, addresses: null } as never, // because a refusal depends on nothing else of it
    clock: { now: Date.now, moved: null },
    ...{ tokens, bearer, setHeader() {}, log() {} },
    // A rejected record fails the test as an unhandled rejection.
    later: (work) => void work,
  };
  try {
    await route.run(request, url, {}, context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (['invalid_input', 'required'].includes(error.code)) return { code: 'let in' };
    return { code: error.code, ...(error.vars && { vars: error.vars }) };
  }
  throw new Error('the unknown input was taken');
}
