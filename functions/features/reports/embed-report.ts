import { type SQL, sql } from 'drizzle-orm';
import type { Db, InTenant } from '../../../db/client.ts';
import type { Action } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { mayEdit } from '../../../domain/report-access/edit-rule.ts';
import { serviceRefusal } from '../../../domain/report-access/sight.ts';
import { type Embedded, embedReport } from '../../../domain/reports/contract.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { leastTokenMinutes } from '../../../domain/reports/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getIdentity, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
import { type AccountRow, accountOfReport } from './provider.ts';
import { type CachedToken, cachedTokens, type Rights, tokenFor } from './token-broker.ts';
import { getGrant, getViewer, type Viewer } from './visible.ts';

type Facts = ReportFacts & { account: AccountRow | null; cached: CachedToken[] };
type Asked = {
  reportId: string | SQL;
  viewer: Viewer;
  rights: Rights /** An identity beside those that the viewer has. */;
  identity?: RlsIdentity | null;
};

const leastLeftMs = leastTokenMinutes * 60 * 1000;

/** Authorizes, then asks the broker. */
export const embedOneReport = bind(embedReport, async ({ id, rights }, ctx) => {
  const viewer = { ...getViewer(ctx), userId: ctx.session.sub };
  const facts = factsIn(
    await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => embedQueries(db, ctx, { reportId: id, viewer, rights })),
  );
  if (!facts) throw new AppError('not_found');
  const prevented = preventedBy(facts, ctx);
  if (prevented === 'report_in_maintenance')
    throw new AppError(
      prevented,
      { until: new Date(facts.window_until ?? 0).toISOString() },
      { retryAfterSeconds: secondsUntil(facts.window_until, ctx) },
    );
  if (prevented) throw new AppError(prevented);
  // Editing writes at the service, outside the database that makes view-only sessions read-only.
  if (rights === 'edit' && ctx.session.acting?.reach === 'view') throw new AppError('view_only');
  if (rights === 'edit' && !mayEdit({ allowEdit: facts.allow_edit, kind: facts.kind, reportType: facts.report_type }, ctx.session))
    throw new AppError('edit_not_permitted');
  return handOut(ctx, 'reports.view', facts, rights);
});

/** Returns the token of an already authorized user, with the filters that the nearest grant applies to the view. */
export async function handOut(ctx: SessionContext, action: Action, facts: Facts, rights: Rights, unclaimed = false): Promise<Embedded> {
  const answer = getIdentity(facts);
  if (answer.kind === 'refused') throw new AppError(answer.code);
  // An external link has no token; nothing else is embedded at this address.
  if (facts.kind !== 'powerbi') throw new AppError('not_found');
  const { service_report_id: id, workspace_id: groupId, embed_url: embedUrl, account } = facts;
  // A cached token isn't returned either for an account that was disabled.
  const missing = serviceRefusal({ known: Boolean(id && groupId && embedUrl), account: account !== null });
  if (missing || !id || !groupId || !embedUrl || !account) throw new AppError(missing ?? 'report_missing_at_service');
  const { token, expiresAt } = await tokenFor(ctx, tokenStore(ctx, action), {
    facts,
    account,
    cached: facts.cached,
    identity: answer.kind === 'as' ? answer.identity : null,
    leastLeftMs,
    rights,
    unclaimed,
  });
  return {
    type: facts.report_type,
    id,
    groupId,
    embedUrl,
    token,
    expiresAt,
    serverNow: new Date(ctx.clock.now()).toISOString(),
    rights,
    filters: facts.path_filters ?? [],
  };
}

/** Where tokens are claimed and stored. The transactions of a view-only session can't write, so a job's transaction stores its tokens. */
export const tokenStore =
  (ctx: SessionContext, action: Action): InTenant =>
  (build) =>
    ctx.session.acting?.reach === 'view'
      ? ctx.database.withJob(ctx.session.tenant, build)
      : ctx.database.withTenant(getEntry(ctx, action), build);

/** The facts for embedding: the report, its service account and the tokens cached for the identities this user may have. */
export const embedQueries = (db: Db, ctx: SessionContext, { reportId, viewer, rights, identity = null }: Asked) =>
  [
    reportFacts(db, ctx, reportId, viewer),
    accountOfReport(db, reportId),
    cachedTokens(
      db,
      reportId,
      sql`${getIdentities(viewer.userId, reportId)}${identity ? asUnsaved(viewer.userId, identity) : sql``}`,
      rights,
    ),
  ] as const;

/** The answers of `embedQueries`. */
export type Found = readonly [{ rows: ReportFacts[] }, { rows: AccountRow[] }, { rows: CachedToken[] }, ...unknown[]];

/** Combines the answers of `embedQueries`; null where the user doesn't see the report. */
export function factsIn([found, accounts, cached]: Found): Facts | null {
  const [facts] = found.rows;
  return facts ? { ...facts, account: accounts.rows[0] ?? null, cached: cached.rows } : null;
}

const getIdentities = (userId: string | SQL, reportId: string | SQL): SQL =>
  sql`select app.identity_name(u.rls_username, u.email, app.identity_values(u.custom, u.custom_own)), u.rls_roles
      from users u where u.id = ${userId}::uuid
    union all select app.identity_name(x.identity->>'username', u.email, app.identity_values(u.custom, u.custom_own)),
        array(select jsonb_array_elements_text(x.identity->'roles'))
      from grants x join users u on u.id = ${userId}::uuid
      where x.report_id = ${reportId}::uuid and x.identity is not null and ${getGrant(userId)}
    union all select u.email, array[r.ignore_rls_role] from users u, reports r
      where u.id = ${userId}::uuid and r.id = ${reportId}::uuid and r.ignore_rls
    union all select '', '{}'`;

const asUnsaved = (userId: string | SQL, { username, roles }: RlsIdentity): SQL =>
  sql` union all select app.identity_name(${username}::text, u.email, app.identity_values(u.custom, u.custom_own)),
      array(select jsonb_array_elements_text(${JSON.stringify(roles)}::jsonb)) from users u where u.id = ${userId}::uuid`;

const secondsUntil = (end: string | null, ctx: SessionContext) =>
  Math.max(1, Math.ceil((Date.parse(end ?? '') - ctx.clock.now()) / 1000) || 60);
