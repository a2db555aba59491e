import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { embedReport } from '../../../domain/reports/contract.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import type { EmbedToken } from '../../services/report-service/port.ts';
import { identityOf, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
import { type AccountRow, accountOf, accountOfReport, providerOf, refusalOf } from './provider.ts';
import { grantOf } from './visible.ts';

type Cached = { key: string; token_sealed: string; expires_at: string };
type Facts = ReportFacts & { account: AccountRow | null; cached: Cached[] };

// Tokens are asked for 30 minutes and given out while more than 9 are left, so that 20 minutes of viewing by one
// identity cost one call; the viewer renews when 8 are left and so always gets a new one.
const askedMinutes = 30;
const leastLeftMs = 9 * 60 * 1000;
const mintingSeconds = 15;
const pollMs = 120;

const rights = 'view';
// Names of people and roles are free text: what separates them is escaped, or two identities could share one token.
const escaped = (name: string) => name.replaceAll(/[\\|,]/g, '\\$&');
const escapedInSql = (name: SQL) => sql`regexp_replace(${name}, '([\\\\|,])', '\\\\\\1', 'g')`;
const keyOf = (facts: Facts, identity: RlsIdentity | null) =>
  [
    ...[facts.id, facts.service_report_id, facts.dataset_id ?? '', rights],
    ...[escaped(identity?.username ?? ''), (identity?.roles ?? []).map(escaped).join(',')],
  ].join('|');

/** The token broker: authorise → one cached token per identity → single flight (REPORT_SERVICE 4.3). */
export const embedOneReport = bind(embedReport, async ({ id }, ctx) => {
  const facts = await authorise(ctx, id);
  const answer = identityOf(facts);
  const prevented = preventedBy(facts, ctx);
  if (prevented === 'report_in_maintenance')
    throw new AppError(
      prevented,
      { until: new Date(facts.window_until ?? 0).toISOString() },
      { retryAfterSeconds: secondsUntil(facts.window_until, ctx) },
    );
  if (answer.kind === 'refused') throw new AppError(answer.code);
  // An external link has no token; nothing else is embedded at this address.
  if (facts.kind !== 'powerbi') throw new AppError('not_found');
  if (!facts.service_report_id || !facts.workspace_id || !facts.embed_url) throw new AppError('report_missing_at_service');
  // Also a token that is still cached is not given out for an account that was disabled.
  if (!facts.account) throw new AppError('report_account_refused');
  const identity = answer.kind === 'as' ? answer.identity : null;
  const { token, expiresAt } = await tokenFor(ctx, facts, keyOf(facts, identity), identity);
  return {
    type: facts.report_type,
    id: facts.service_report_id,
    groupId: facts.workspace_id,
    embedUrl: facts.embed_url,
    token,
    expiresAt,
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
});

/** Reads, in the one authorising round trip, the report, its service account and the tokens cached for the identities this person may have. */
async function authorise(ctx: SessionContext, reportId: string): Promise<Facts> {
  const [found, accounts, cached] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    reportFacts(db, ctx, reportId),
    accountOfReport(db, reportId),
    db.execute(sql`with names as (select u.rls_username as username, u.rls_roles as roles from users u where u.id = ${ctx.session.sub}::uuid
        union all select x.identity->>'username', array(select jsonb_array_elements_text(x.identity->'roles')) from grants x where x.report_id = ${reportId}::uuid and x.identity is not null and ${grantOf(ctx.session.sub)}
        union all select u.email, array[r.ignore_rls_role] from users u, reports r where u.id = ${ctx.session.sub}::uuid and r.id = ${reportId}::uuid and r.ignore_rls
        union all select '', '{}')
      select e.key, e.token_sealed, e.expires_at from embed_tokens e where e.token_sealed is not null and e.expires_at > app.now() and e.key in (
        select concat_ws('|', r.id, r.service_report_id, coalesce(r.dataset_id, ''), ${rights}::text, ${escapedInSql(sql`n.username`)},
          array_to_string(array(select ${escapedInSql(sql`x.role`)} from unnest(n.roles) x (role) order by x.role collate "C"), ',')) from names n, reports r where r.id = ${reportId}::uuid and n.username is not null)`),
  ]);
  const [facts] = rowsOf<ReportFacts>(found);
  if (!facts) throw new AppError('not_found');
  return { ...facts, account: rowsOf<AccountRow>(accounts)[0] ?? null, cached: rowsOf<Cached>(cached) };
}

const inFlight = new Map<string, Promise<EmbedToken>>();

async function tokenFor(ctx: SessionContext, facts: Facts, key: string, identity: RlsIdentity | null): Promise<EmbedToken> {
  const cached = facts.cached.find((row) => row.key === key && Date.parse(row.expires_at) - ctx.clock.now() > leastLeftMs);
  if (cached) return open(ctx, cached);
  const place = `${ctx.session.tenant} ${key}`;
  const running = inFlight.get(place) ?? mintOnce(ctx, facts, key, identity).finally(() => inFlight.delete(place));
  inFlight.set(place, running);
  return running;
}

const placeOf = (ctx: SessionContext, key: string) => ({
  tenantId: ctx.session.tenant,
  table: 'embed_tokens',
  rowId: key,
  column: 'token_sealed',
});
const open = async (ctx: SessionContext, row: Cached): Promise<EmbedToken> => ({
  token: await ctx.sealer.open(row.token_sealed, placeOf(ctx, row.key)),
  expiresAt: new Date(row.expires_at).toISOString(),
});

/** One isolate claims the key and mints; the others wait for its row, and take over if it dies. */
async function mintOnce(ctx: SessionContext, facts: Facts, key: string, identity: RlsIdentity | null): Promise<EmbedToken> {
  const entry = entryOf(ctx, 'reports.view');
  const giveUpAt = Date.now() + mintingSeconds * 1000;
  for (;;) {
    const [claimed, rows] = await ctx.database.withTenant(entry, (db) => [
      db.execute(sql`insert into embed_tokens (key, minting_until) values (${key}, app.now() + make_interval(secs => ${mintingSeconds})) on conflict (tenant_id, key) do update set minting_until = excluded.minting_until
        where (embed_tokens.minting_until is null or embed_tokens.minting_until < app.now()) and (embed_tokens.expires_at is null or embed_tokens.expires_at < app.now() + make_interval(secs => ${leastLeftMs / 1000})) returning 1`),
      db.execute(
        sql`select key, token_sealed, expires_at from embed_tokens where key = ${key} and token_sealed is not null and expires_at > app.now() + make_interval(secs => ${leastLeftMs / 1000})`,
      ),
    ]);
    const [ready] = rowsOf<Cached>(rows);
    if (ready) return open(ctx, ready);
    if (claimed.rows.length === 1) return mint(ctx, facts, key, identity);
    if (Date.now() > giveUpAt) throw new AppError('report_service_down', undefined, { retryAfterSeconds: 5 });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function mint(ctx: SessionContext, facts: Facts, key: string, identity: RlsIdentity | null): Promise<EmbedToken> {
  const entry = entryOf(ctx, 'reports.view');
  try {
    const account = await accountOf(ctx, facts.account);
    const minted = await providerOf(ctx).embed(account, {
      workspaceId: facts.workspace_id ?? '',
      reportId: facts.service_report_id ?? '',
      datasetIds: facts.dataset_id ? [facts.dataset_id] : [],
      reportType: facts.report_type,
      identity,
      rights,
      minutes: askedMinutes,
    });
    const sealed = await ctx.sealer.seal(minted.token, placeOf(ctx, key));
    await ctx.database.withTenant(entry, (db) => [
      db.execute(
        sql`update embed_tokens set token_sealed = ${sealed}, expires_at = ${minted.expiresAt}::timestamptz, minting_until = null where key = ${key}`,
      ),
    ]);
    return minted;
  } catch (error) {
    ctx.later(ctx.database.withTenant(entry, (db) => [db.execute(sql`update embed_tokens set minting_until = null where key = ${key}`)]));
    throw refusalOf(error, ctx);
  }
}

const secondsUntil = (end: string | null, ctx: SessionContext) =>
  Math.max(1, Math.ceil((Date.parse(end ?? '') - ctx.clock.now()) / 1000) || 60);
