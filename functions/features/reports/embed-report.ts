import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { embedReport } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { identityOf, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
import { type AccountRow, accountOfReport } from './provider.ts';
import { type CachedToken, cachedTokens, tokenFor } from './token-broker.ts';
import { grantOf } from './visible.ts';

type Facts = ReportFacts & { account: AccountRow | null; cached: CachedToken[] };

// A token is given out while more than 9 of its 30 minutes are left, so that 20 minutes of viewing by one identity cost one
// call; the viewer renews when 8 are left and so always gets a new one.
const leastLeftMs = 9 * 60 * 1000;

/** Authorises, then asks the broker. */
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
  const { token, expiresAt } = await tokenFor(ctx, (build) => ctx.database.withTenant(entryOf(ctx, 'reports.view'), build), {
    facts,
    account: facts.account,
    cached: facts.cached,
    identity: answer.kind === 'as' ? answer.identity : null,
    leastLeftMs,
  });
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
    cachedTokens(
      db,
      reportId,
      sql`select u.rls_username, u.rls_roles from users u where u.id = ${ctx.session.sub}::uuid
        union all select x.identity->>'username', array(select jsonb_array_elements_text(x.identity->'roles')) from grants x where x.report_id = ${reportId}::uuid and x.identity is not null and ${grantOf(ctx.session.sub)}
        union all select u.email, array[r.ignore_rls_role] from users u, reports r where u.id = ${ctx.session.sub}::uuid and r.id = ${reportId}::uuid and r.ignore_rls
        union all select '', '{}'`,
    ),
  ]);
  const [facts] = rowsOf<ReportFacts>(found);
  if (!facts) throw new AppError('not_found');
  return { ...facts, account: rowsOf<AccountRow>(accounts)[0] ?? null, cached: rowsOf<CachedToken>(cached) };
}

const secondsUntil = (end: string | null, ctx: SessionContext) =>
  Math.max(1, Math.ceil((Date.parse(end ?? '') - ctx.clock.now()) / 1000) || 60);
