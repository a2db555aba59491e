import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { type EntraCheck, tryEntra } from '../../../domain/entra/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { providerFor, type Registration } from './provider.ts';
import { getRegistration, type Stored } from './registration.ts';

type Why = EntraCheck['why'];
const timeoutMs = 8000;
const longestAnswer = 300;

const ok = (name: EntraCheck['name'], directory: string | null = null): EntraCheck => ({
  name,
  outcome: 'ok',
  why: null,
  directory,
  answer: null,
});
const not = (name: EntraCheck['name'], why: Why, more: Partial<EntraCheck> = {}): EntraCheck => ({
  ...ok(name),
  outcome: 'failed',
  why,
  ...more,
});

/** The tenant's app and its free seats; null means no limit. */
const readApp = (db: Db) =>
  db
    .select({
      id: ssoApps.id,
      settings: sql<Stored>`${ssoApps.settings}`,
      domains: ssoApps.domains,
      seats: sql<
        number | null
      >`case when ${tenants.userLimit} is not null then greatest(0, ${tenants.userLimit} - ${tenants.usersUsed}) end`,
    })
    .from(ssoApps)
    .innerJoin(tenants, eq(tenants.id, ssoApps.tenantId))
    .where(eq(ssoApps.kind, 'entra'));

/** Checks step by step what a sign-in needs. It asks the provider, but never with a user's name. */
export const tryOneEntra = bind(tryEntra, async (_input, ctx) => {
  const [left, [row]] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [readDelegated(db), readApp(db)]);
  refuseUnlessDelegated(left);
  const registration = row && (await getRegistration(ctx, ctx.tenant.id, row));
  if (!row || !registration) return { checks: [not('registration', 'missing')] };
  const { directories, jit } = row.settings;
  const provider = await providerFor(ctx.env, registration, ctx.clock.now()).then(
    () => ok('provider'),
    (error: Error) => not('provider', 'unreachable', { answer: error.message.slice(0, longestAnswer) }),
  );
  const asked =
    provider.outcome === 'ok'
      ? await Promise.all(directories.map((directory) => askDirectory(ctx.env.SIGN_IN_AUTHORITY, directory, registration)))
      : [];
  return {
    checks: [
      ok('registration'),
      provider,
      directories.length > 0 ? ok('directories') : not('directories', 'none'),
      ...asked.flat(),
      ...(isOn(jit) && row.seats === 0 ? [not('seats', 'none_left')] : []),
      ...(row.domains.length === 0 ? [not('domains', 'none', { outcome: 'note' })] : []),
    ],
  };
});

/** Whether a directory exists and accepts this registration with its secret (client credentials; the token is discarded). */
async function askDirectory(
  authority: string,
  { id, name }: { id: string; name: string },
  { clientId, secret }: Registration,
): Promise<EntraCheck[]> {
  const directory = name || id;
  const base = `${authority.replace(/\/$/, '')}/${id}`;
  try {
    const found = await fetch(`${base}/v2.0/.well-known/openid-configuration`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!found.ok) return [not('directory', 'unknown_directory', { directory })];
    const token = await fetch(`${base}/oauth2/v2.0/token`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        scope: 'https://graph.microsoft.com/.default',
      }).toString(),
    });
    if (token.ok) return [ok('directory', directory), ok('secret', directory)];
    const answer = await getError(token);
    return [ok('directory', directory), not('secret', reasonFor(answer), { directory, answer })];
  } catch {
    return [not('directory', 'unreachable', { directory })];
  }
}

async function getError(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as { error?: string; error_description?: string }; // because JSON.parse returns any
    return [body.error, body.error_description?.split(/[\r\n]/)[0]].filter(Boolean).join(': ').slice(0, longestAnswer);
  } catch {
    return String(response.status);
  }
}

// The provider's error numbers.
const whys: readonly (readonly [RegExp, Exclude<Why, null>])[] = [
  [/AADSTS7000222/, 'secret_expired'],
  [/AADSTS7000215|invalid_client/, 'secret_wrong'],
  [/AADSTS700016|AADSTS65001|unauthorized_client/, 'no_consent'],
  [/AADSTS90002|AADSTS900023/, 'unknown_directory'],
];
const reasonFor = (answer: string): Why => whys.find(([pattern]) => pattern.test(answer))?.[1] ?? 'refused';
