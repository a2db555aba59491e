import { type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, InTenant } from '../../../db/client.ts';
import { type RowOf, raw } from '../../../db/raw.ts';
import { embedTokens } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { tokenMinutes } from '../../../domain/reports/limits.ts';
import type { Context } from '../../request/context.ts';
import { type EmbedToken, ServiceError } from '../../services/report-service/port.ts';
import { unlessSlow } from '../../services/unless-slow.ts';
import { notePaused, refusePaused } from './paused-capacity.ts';
import { type AccountRow, getAccount, getProvider, toAppError } from './provider.ts';

const tokenShape = { key: 'text', token_sealed: 'text', expires_at: 'timestamptz' } as const;
export type CachedToken = RowOf<typeof tokenShape>;
const readCached = raw('reports.cached_tokens', tokenShape);
const readToken = raw('reports.token', tokenShape);
const claimKey = raw('reports.claim_token', { key: 'text' });
type Embeddable = {
  id: string;
  service_report_id: string | null;
  workspace_id: string | null;
  dataset_id: string | null;
  report_type: 'report' | 'paginated';
};
export type EmbedWish = {
  facts: Embeddable;
  account: AccountRow | null;
  cached: readonly CachedToken[];
  identity: RlsIdentity | null;
  /** A token with less left isn't reused, so that a page that renews earlier always gets a new one. */
  leastLeftMs: number;
  /** Tokens for editing and viewing are never shared. */
  rights?: Rights;
  /** Asked so rarely that no other isolate asks at that moment: a claim would only be one more trip. */
  unclaimed?: boolean;
};
export type Rights = 'view' | 'edit';

const mintingSeconds = 15;
const pollMs = 120;

// Names of users and roles are free text: separators in them are escaped, or two identities could share one token.
const escaped = (name: string) => name.replaceAll(/[\\|,]/g, '\\$&');
const escapedInSql = (name: SQL) => sql`regexp_replace(${name}, '([\\\\|,])', '\\\\\\1', 'g')`;
const getKey = (facts: Embeddable, identity: RlsIdentity | null, rights: Rights) =>
  [
    ...[facts.id, facts.service_report_id, facts.dataset_id ?? '', rights],
    ...[escaped(identity?.username ?? ''), (identity?.roles ?? []).map(escaped).join(',')],
  ].join('|');

/** The cache key of report r for a name and roles, as the broker writes it. */
const keyInSql = (username: SQL, roles: SQL, rights: Rights) =>
  sql`concat_ws('|', r.id, r.service_report_id, coalesce(r.dataset_id, ''), ${rights}::text, ${escapedInSql(username)},
        array_to_string(array(select ${escapedInSql(sql`x.role`)} from unnest(${roles}) x (role) order by x.role collate "C"), ','))`;

/** The cached tokens for a report under the identities of `names`, a query of `(username, roles)`. */
export const cachedTokens = (db: Db, reportId: string | SQL, names: SQL, rights: Rights = 'view') =>
  readCached(
    db,
    sql`with names (username, roles) as (${names})
      select e.key, e.token_sealed, e.expires_at from embed_tokens e
      where e.token_sealed is not null and e.expires_at > app.now() and e.key in (
        select ${keyInSql(sql`n.username`, sql`n.roles`, rights)} from names n, reports r
        where r.id = ${reportId}::uuid and n.username is not null)`,
  );

/**
 * Whether the service refused this identity of report r when it was last asked. Reports without any refusal are excluded by one set, so
 * that long lists of users don't compute keys.
 */
export const refusedInSql = (username: SQL, roles: SQL) =>
  sql`(r.id::text in (select split_part(e.key, '|', 1) from embed_tokens e where e.refused_at is not null)
    and exists (select from embed_tokens e
      where e.tenant_id = r.tenant_id and e.refused_at is not null and e.key = ${keyInSql(username, roles, 'view')}))`;

/** The service's last refusal of this identity of report r: "at", "words". */
export const refusalInSql = (username: SQL, roles: SQL) =>
  sql`(select jsonb_build_object('at', e.refused_at, 'words', e.refusal) from embed_tokens e
    where e.tenant_id = r.tenant_id and e.refused_at is not null and e.key = ${keyInSql(username, roles, 'view')})`;

const inFlight = new Map<string, Promise<EmbedToken>>();

/**
 * An authorized caller gets the one cached token of their identity, or the one that is minted for all waiting callers (REPORT_SERVICE 4.3);
 * nothing of a paused capacity, where the frame would fail with it.
 */
export async function tokenFor(ctx: Context, inTenant: InTenant, wish: EmbedWish): Promise<EmbedToken> {
  await refusePaused(ctx, inTenant, wish.account);
  const key = getKey(wish.facts, wish.identity, wish.rights ?? 'view');
  const cached = wish.cached.find((row) => row.key === key && Date.parse(row.expires_at) - ctx.clock.now() > wish.leastLeftMs);
  if (cached) return open(ctx, cached);
  const place = `${ctx.tenant.id} ${wish.leastLeftMs} ${key}`;
  const asked = inFlight.get(place);
  const token = asked ? await unlessSlow(asked) : null;
  if (token) return token;
  const running = (wish.unclaimed ? mint : mintOnce)(ctx, inTenant, wish, key).finally(
    () => inFlight.get(place) === running && inFlight.delete(place),
  );
  inFlight.set(place, running);
  return running;
}

const sealedPlace = (ctx: Context, key: string) => ({ tenantId: ctx.tenant.id, table: 'embed_tokens', rowId: key, column: 'token_sealed' });
const open = async (ctx: Context, row: CachedToken): Promise<EmbedToken> => ({
  token: await ctx.sealer.open(row.token_sealed, sealedPlace(ctx, row.key)),
  expiresAt: toIso(row.expires_at),
});

/**
 * One isolate claims the key and mints; the others wait for its row, and take over if it dies. A first token costs three trips: the key
 * depends on what the first one read, the claim has to be stored before the service is asked, and the token after.
 */
async function mintOnce(ctx: Context, inTenant: InTenant, wish: EmbedWish, key: string): Promise<EmbedToken> {
  const leastLeft = sql`make_interval(secs => ${wish.leastLeftMs / 1000})`;
  const giveUpAt = Date.now() + mintingSeconds * 1000;
  for (;;) {
    const [claimed, found] = await inTenant((db) => [
      claimKey(
        db,
        sql`insert into embed_tokens (key, minting_until) values (${key}, app.now() + make_interval(secs => ${mintingSeconds}))
          on conflict (tenant_id, key) do update set minting_until = excluded.minting_until
          where (embed_tokens.minting_until is null or embed_tokens.minting_until < app.now())
            and (embed_tokens.expires_at is null or embed_tokens.expires_at < app.now() + ${leastLeft})
          returning key`,
      ),
      readToken(
        db,
        sql`select key, token_sealed, expires_at from embed_tokens
          where key = ${key} and token_sealed is not null and expires_at > app.now() + ${leastLeft}`,
      ),
    ]);
    const [ready] = found.rows;
    if (ready) return open(ctx, ready);
    if (claimed.rows.length === 1) return mint(ctx, inTenant, wish, key);
    if (Date.now() > giveUpAt) throw new AppError('report_service_down', undefined, { retryAfterSeconds: 5 });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

type Kept = PgUpdateSetSource<typeof embedTokens>;
/** Without a claim the row may be new. */
const keep = (db: Db, key: string, set: Kept) =>
  db
    .insert(embedTokens)
    .values({ key, ...set } as typeof embedTokens.$inferInsert) // because SQL is a value of an insert as well
    .onConflictDoUpdate({ target: [embedTokens.tenantId, embedTokens.key], set });

async function mint(
  ctx: Context,
  inTenant: InTenant,
  { facts, account: row, identity, rights = 'view' }: EmbedWish,
  key: string,
): Promise<EmbedToken> {
  try {
    const account = await getAccount(ctx, row);
    const minted = await getProvider(ctx).embed(account, {
      workspaceId: facts.workspace_id ?? '',
      reportId: facts.service_report_id ?? '',
      datasetIds: facts.dataset_id ? [facts.dataset_id] : [],
      reportType: facts.report_type,
      identity,
      rights,
      minutes: tokenMinutes,
    });
    const sealed = await ctx.sealer.seal(minted.token, sealedPlace(ctx, key));
    const stored = { tokenSealed: sealed, expiresAt: minted.expiresAt, mintingUntil: null, refusedAt: null, refusal: null };
    await inTenant((db) => [keep(db, key, stored)]);
    return minted;
  } catch (error) {
    const refusal = identityRefusal(error, identity);
    ctx.later(
      inTenant((db) => [keep(db, key, { mintingUntil: null, ...(refusal === null ? {} : { refusedAt: sql`app.now()`, refusal }) })]),
    );
    notePaused(ctx, inTenant, error, row);
    const told = toAppError(error, ctx);
    throw refusal === null ? told : new AppError('report_identity_refused', undefined, { cause: error });
  }
}

/** The service's words when it refuses the identity itself, under any error code; null when something else failed. */
function identityRefusal(error: unknown, identity: RlsIdentity | null): string | null {
  if (!identity || !(error instanceof ServiceError)) return null;
  const words = error.serviceMessage ?? '';
  return error.code === 'identity_not_allowed' || (error.code === 'bad_request' && /identity|role|username/i.test(words)) ? words : null;
}
