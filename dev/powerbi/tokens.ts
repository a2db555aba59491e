import { createHmac, timingSafeEqual } from 'node:crypto';

/** An identity as GenerateToken takes it. */
export type EffectiveIdentity = {
  username: string;
  roles?: string[] | undefined;
  datasets?: string[] | undefined;
  reports?: string[] | undefined;
};

export type EntraToken = { kind: 'entra'; appId: string; directoryId: string; scope: string; endsAt: number };
export type EmbedToken = {
  kind: 'embed';
  id: string;
  appId: string;
  reports: { id: string; allowEdit: boolean }[];
  datasets: string[];
  identities: EffectiveIdentity[];
  endsAt: number;
};

// The key is no secret: the stand-in serves made-up figures on loopback, and a fixed key lets tokens outlive its restart.
const key = 'the report service stand-in of Mirante';

const mac = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function signToken(token: EntraToken | EmbedToken): string {
  const body = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${body}.${mac(body).toString('base64url')}`;
}

/** Reads a token of one kind; null when it is not ours, of another kind or altered. The caller checks its expiry. */
export function readToken<K extends 'entra' | 'embed'>(kind: K, text: string): Extract<EntraToken | EmbedToken, { kind: K }> | null {
  const [body, signature, ...rest] = text.split('.');
  if (!body || !signature || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = mac(body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  // Because the signature says that we wrote it.
  const token = JSON.parse(Buffer.from(body, 'base64url').toString()) as EntraToken | EmbedToken;
  return token.kind === kind ? (token as Extract<EntraToken | EmbedToken, { kind: K }>) : null; // because kind was just compared
}
