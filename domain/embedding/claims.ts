import * as z from 'zod/mini';
import { id } from '../contract/fields.ts';
import { type ReportFilter, reportFilter } from '../reports/filters.ts';
import type { RlsIdentity } from '../reports/identity.ts';
import { cut } from '../text/cut.ts';
import { clockAhead, longestLife } from './limits.ts';
import type { TokenRefusal } from './refusals.ts';

export type EmbedClaims = {
  jti: string;
  /** A user of the tenant; null for an anonymous token. */
  sub: string | null;
  /** The one report; null = the whole portal. */
  report: string | null;
  identity: RlsIdentity | null;
  filters: ReportFilter[];
};

// What a database accepts as text.
const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const short = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.refine(isText));
const claims = z.object({
  iat: z.int(),
  exp: z.int(),
  nbf: z.optional(z.number()),
  /** One: a token for several hosts could be shown at another of them. Some libraries write one audience as a list. */
  aud: z.union([short(300), z.array(short(300)).check(z.length(1))]),
  jti: z.string().check(z.minLength(8), z.maxLength(200), z.refine(isText)),
  sub: z.optional(short(254)),
  report: z.optional(id),
  identity: z.optional(z.strictObject({ username: short(256), roles: z._default(z.array(short(128)).check(z.maxLength(20)), []) })),
  filters: z.optional(z.array(reportFilter).check(z.maxLength(20))),
});

/** The host that an audience names, however it was written: `bi.example.com` or `https://bi.example.com:8443/`. */
export const hostOfAudience = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[:/].*$/, '');

/**
 * The claims of a token with a valid signature, or why it is refused. A token either names a user, who gets their own access, or is
 * anonymous and shows one report under the identity in its claims; never both.
 */
export function readClaims(payload: unknown, { host, now }: { host: string; now: number }): EmbedClaims | TokenRefusal {
  const read = z.safeParse(claims, payload);
  if (!read.success) return 'claims';
  const { iat, exp, nbf, aud, jti, sub = null, report = null, identity = null, filters = [] } = read.data;
  if (![aud].flat().some((each) => hostOfAudience(each) === host)) return 'audience';
  if (exp <= iat || exp - iat > longestLife) return 'life';
  if (exp <= now) return 'expired';
  if (iat > now + clockAhead || (nbf !== undefined && nbf > now + clockAhead)) return 'future';
  if (sub !== null ? identity !== null : report === null) return 'claims';
  if (filters.length > 0 && report === null) return 'claims';
  return { jti, sub: sub?.trim() ?? null, report, identity: identity && { ...identity, roles: [...identity.roles].sort() }, filters };
}

const person = z.object({ sub: z.optional(z.string()), report: z.optional(z.string()) });
/** The claims before verification: only used to read everything from the database in one trip. */
export function getSpoken(payload: unknown): { sub: string | null; report: string | null } {
  const read = z.safeParse(person, payload);
  if (!read.success) return { sub: null, report: null };
  const { sub, report } = read.data;
  return {
    sub: sub === undefined || !isText(sub) ? null : cut(sub.trim(), 254),
    report: z.safeParse(id, report).success ? (report ?? null) : null,
  };
}
