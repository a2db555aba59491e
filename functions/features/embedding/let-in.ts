import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { type EmbedClaims, hostOfAudience, readClaims } from '../../../domain/embedding/claims.ts';
import { loginEmbedded } from '../../../domain/embedding/contract.ts';
import { longestHours } from '../../../domain/embedding/limits.ts';
import { allowsOrigin } from '../../../domain/embedding/origin.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { refuseEmbedAddress } from '../../request/refuse-address.ts';
import { getHash, newId } from '../../services/ids.ts';
import { admit, type Entrant, newProof, proofHere, readEntrant } from '../session/index.ts';
import { getNames, refused, signedClaims } from './verify-token.ts';

const factsShape = {
  state: typed<'ok' | 'limited'>('text'),
  enabled: 'bool',
  sealed: 'text?',
  revoked: 'bool',
  origins: typed<string[] | null>('jsonb?'),
  acts: 'bool',
  person_id: 'uuid?',
  report_known: 'bool',
  settings_of: typed<Partial<SettingsForm> | null>('jsonb?'),
} as const;
const readFacts = raw('embedding.facts', factsShape);
const beginAlone = raw('embedding.begin', { embed_begin: 'bool' });
type Facts = RowOf<typeof factsShape> & { entrant: Entrant | null };

const waitSeconds = 900;

/**
 * Exchanges a token from the tenant's own server for a session, once: for its user through the normal sign-in, or anonymous for one report.
 */
export const letEmbeddedIn = bind(loginEmbedded, async ({ token, parent }, ctx) => {
  const names = getNames(token);
  const proof = await newProof();
  const facts = await getFacts(ctx, names, proof);
  const claims = await believed(ctx, token, names.key, facts);
  // Only browsers that ignore the page's policy can load it from an origin outside the list.
  if (parent && hostOfAudience(parent) !== ctx.host && !allowsOrigin(facts.origins ?? [], parent)) throw new AppError('embedded_origin');
  if (!facts.report_known) throw new AppError('not_found');

  const now = ctx.clock.now();
  const sid = newId(now);
  const hours = Math.min(longestHours, mergeSettings(facts.settings_of).login_timeout);
  const until = now + hours * 3_600_000;
  const begin = beginning(ctx, {
    proof,
    sid,
    claims,
    until,
    once: await getHash(`${ctx.tenant.id} ${names.key} ${claims.jti}`),
  });
  const session = claims.sub === null ? await beginAnonymous(ctx, begin) : await beginAs(ctx, facts, { proof, sid, until, first: begin });
  const { report } = claims;
  return {
    status: 'ok' as const,
    auth_type: 'embedded' as const,
    tenant_id: ctx.tenant.id,
    scope: report ? ('report' as const) : ('portal' as const),
    token: report
      ? await ctx.tokens.signEmbedded(
          { sid, report, tenant: ctx.tenant.id, exempt: session !== null && facts.entrant?.ip_exempt === true },
          ctx.host,
          now,
        )
      : (session?.token ?? ''),
    until: new Date(until).toISOString(),
    serverNow: new Date(now).toISOString(),
    language: session?.user.language ?? null,
    report,
    session: report ? null : session,
  };
});

async function getFacts(ctx: Context, { key, sub, report }: ReturnType<typeof getNames>, proof: string): Promise<Facts> {
  const [result, people] = await ctx.database.withDoor((db) => [
    readFacts(
      db,
      sql`select * from app.embed_facts(${ctx.tenant.id}::uuid, ${key}::uuid, ${sub}, ${report}::uuid,
        ${ctx.host}, ${ctx.address}, ${proof}::bytea)`,
    ),
    readEntrant(db, ctx, proof, null),
  ]);
  const [found] = result.rows;
  const facts = found && { ...found, entrant: people.rows[0] ?? null };
  if (!facts) throw new AppError('unknown_host');
  if (facts.state === 'limited') throw new AppError('too_many_attempts', { minutes: waitSeconds / 60 }, { retryAfterSeconds: waitSeconds });
  return facts;
}

/** The verified claims of a token. An unknown or revoked key, or one of another tenant, gets the same error as a bad signature. */
async function believed(ctx: Context, token: string, key: string, facts: Facts): Promise<EmbedClaims> {
  if (!facts.enabled) throw new AppError('embedded_off');
  if (!facts.acts) throw new AppError('tenant_blocked');
  if (!facts.sealed || facts.revoked) throw refused('signature');
  const secret = await ctx.sealer.open(facts.sealed, keyPlace(ctx.tenant.id, key));
  const claims = readClaims(await signedClaims(token, secret), { host: ctx.host, now: Math.floor(ctx.clock.now() / 1000) });
  if (typeof claims === 'string') throw refused(claims);
  return claims;
}

/** The place that a key's secret is sealed for. */
export const keyPlace = (tenantId: string, id: string) => ({ tenantId, table: 'embed_keys', rowId: id, column: 'secret_sealed' });

type Beginning = { proof: string; sid: string; claims: EmbedClaims; until: number; once: string };
const beginning = (ctx: Context, { proof, sid, claims: { identity, filters }, until, once }: Beginning): SQL =>
  sql`select app.embed_begin(${proofHere(ctx, proof)}, ${sid}::uuid, ${once}::bytea, ${identity && JSON.stringify(identity)}::jsonb,
      ${JSON.stringify(filters)}::jsonb, ${new Date(until).toISOString()}::timestamptz, ${ctx.address}, ${ctx.requestId})`;

async function beginAnonymous(ctx: Context, begin: SQL): Promise<null> {
  refuseEmbedAddress(ctx, false, null);
  await onceOnly(ctx.database.withDoor((db) => [beginAlone(db, begin)]));
  return null;
}

/** Users who administer other tenants can't be signed in by one tenant's server. */
async function beginAs(ctx: Context, { entrant }: Facts, way: { proof: string; sid: string; until: number; first: SQL }) {
  if (!entrant || entrant.profile === 'a2m' || entrant.profile === 'master') throw new AppError('embedded_person');
  // No device is remembered, because the page runs in a frame without storage.
  return onceOnly(admit(ctx, entrant, { ...way, authType: 'embedded', known: true }));
}

async function onceOnly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'link_used') throw new AppError('embedded_used');
    if (error instanceof AppError && error.code === 'session_gone') throw refused('signature');
    throw error;
  }
}
