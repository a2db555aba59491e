import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { answerRequest, grantRequest, liftWait } from '../../../domain/catalogs/contract.ts';
import { refuseDecision, refuseJoining, refuseLifting } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { recordedInstant } from '../../../domain/fields/recorded-instant.ts';
import { fixedIdentity } from '../../../domain/report-access/grant-rule.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { newId } from '../../services/ids.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { allowGrant, refuseUnknownFields } from '../report-access/index.ts';
import {
  type Decision,
  holdReport,
  joinGroup,
  leaveGroup,
  lockGroup,
  orDecided,
  readDecision,
  readGroup,
  removeOwnGrant,
  tellRequester,
  writeDecision,
  writeOwnGrant,
} from './decisions.sql.ts';

/** The request; throws if this session may not decide it or it has been decided already. */
export function getDecision(row: Decision | undefined, from: 'pending' | 'granted'): Decision {
  if (!row) throw new AppError('not_found');
  throwIfRefused(refuseDecision({ state: row.state, decidedBy: row.decided_by, allowed: row.allowed }, from));
  return row;
}

/** The user whose decision came first; null if the request is as it was, and something else changed. */
const getDecider =
  (ctx: SessionContext, id: string, { state }: Decision) =>
  async () => {
    const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'catalogs.view'), (db) => [readDecision(db, ctx, id)]);
    return rows[0]?.state === state ? null : (rows[0]?.decided_by ?? '');
  };

export const grantOneRequest = bind(grantRequest, async ({ id, userGroup, ...grant }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.view');
  const [found, fields, groups] = await ctx.database.withTenant(entry, (db) => [
    readDecision(db, ctx, id),
    fieldsQuery(db, 'user'),
    readGroup(db, id, userGroup),
  ]);
  const row = getDecision(found.rows[0], 'pending');
  const [group] = groups.rows;
  refuseGiving(ctx, { profile: group?.profile ?? undefined, releases: group?.releases ?? false }, 'userGroup');
  if (userGroup) throwIfRefused(refuseJoining(group && { hasReport: group.has_report }));
  else {
    refuseUnknownFields(getFields(fields), grant.identity);
    allowGrant(ctx, row, { withoutOwn: row.without_own ? 1 : 0 }, grant);
  }
  const { note, confirmed } = grant;
  const filters = grant.filters.length > 0 ? grant.filters : null;
  const given = userGroup
    ? { identity: null, filters: null, validUntil: null, note }
    : { identity: fixedIdentity(grant.identity), filters, validUntil: grant.validUntil, note };
  const { identity, validUntil } = given;
  const facts = {
    ...{ report: row.report_id, person: row.user_id, justification: row.justification, confirmed },
    ...(identity && { identity }),
    ...(given.filters && { filters: given.filters }),
    ...(validUntil && { validUntil: recordedInstant(new Date(validUntil).toISOString()) }),
    ...(userGroup && { userGroup }),
  };
  const set = { state: 'granted' as const, reason: note, identity, filters: given.filters, validUntil, userGroupId: userGroup };
  await orDecided(
    ctx.database.withTenant(entry, (db) => [
      ...(group ? lockGroup(db, group, row) : []),
      ...writeDecision(db, { id, row }, set),
      ...(group ? joinGroup(db, ctx, group, row) : [holdReport(db, row), writeOwnGrant(db, newId(ctx.clock.now()), row, given)]),
      tellRequester(db, ctx, 'catalog_granted', { id, row }),
      auditedAct(db, ctx, 'catalog.grant', id, facts),
    ]),
    getDecider(ctx, id, row),
  );
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

/** Denies a pending request, or revokes what a granted one gave: the grant or the group membership. */
export const answerOneRequest = bind(answerRequest, async ({ id, action, reason }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.view');
  const [from, state] = action === 'deny' ? (['pending', 'denied'] as const) : (['granted', 'revoked'] as const);
  const [{ rows: found }, groups] = await ctx.database.withTenant(entry, (db) => [readDecision(db, ctx, id), readGroup(db, id, null)]);
  const row = getDecision(found[0], from);
  const [group] = groups.rows;
  await orDecided(
    ctx.database.withTenant(entry, (db) => [
      ...(group ? lockGroup(db, group, row) : []),
      ...writeDecision(db, { id, row }, { state, reason }),
      ...(action === 'deny' ? [] : group ? leaveGroup(db, ctx, group, row) : [removeOwnGrant(db, row)]),
      tellRequester(db, ctx, action === 'deny' ? 'catalog_denied' : 'catalog_revoked', { id, row }, { reason }),
      auditedAct(db, ctx, `catalog.${action}`, id, {
        ...{ report: row.report_id, person: row.user_id, justification: row.justification, reason },
      }),
    ]),
    getDecider(ctx, id, row),
  );
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

export const liftOneWait = bind(liftWait, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.decide');
  const itself = eq(catalogRequests.id, id);
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db.select({ state: catalogRequests.state, liftedAt: catalogRequests.liftedAt }).from(catalogRequests).where(itself),
  ]);
  throwIfRefused(refuseLifting(stored && { state: stored.state, lifted: stored.liftedAt !== null }));
  await orDecided(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, catalogRequests, and(itself, eq(catalogRequests.state, 'denied'), isNull(catalogRequests.liftedAt))),
      db
        .update(catalogRequests)
        .set({ liftedAt: sql`app.now()`, version: sql`${catalogRequests.version} + 1` })
        .where(itself),
      auditedAct(db, ctx, 'catalog.lift', id, {}),
    ]),
    async () => '',
  );
  return { status: 'ok' as const };
});
