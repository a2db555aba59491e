import { eq } from 'drizzle-orm';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { answerRequest, grantRequest, liftWait } from '../../../domain/catalogs/contract.ts';
import { refuseDecision } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { newId } from '../../services/ids.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { allowGrant, refuseUnknownFields, storedFilters, storedIdentity } from '../report-access/index.ts';
import { type Decision, liftDenied, readDecision, readGroupGift, writeAnswer, writeGrant } from './decisions.sql.ts';

/** The request; throws if this session may not decide it or it has been decided already. */
export function decisionOf(row: Decision | undefined, from: 'pending' | 'granted'): Decision {
  if (!row) throw new AppError('not_found');
  throwIfRefused(refuseDecision({ state: row.state, decidedBy: row.decided_by, allowed: row.allowed }, from));
  return row;
}

/** Names the user whose decision came first. */
async function refuseSecondDecision(ctx: SessionContext, id: string): Promise<never> {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [readDecision(db, ctx, id)]);
  throw new AppError('catalog_decided', { by: rows[0]?.decided_by ?? '' });
}

export const grantOneRequest = bind(grantRequest, async ({ id, userGroup, ...grant }, ctx) => {
  const entry = entryOf(ctx, 'catalogs.view');
  const [found, fields, gift] = await ctx.database.withTenant(entry, (db) => [
    readDecision(db, ctx, id),
    fieldsQuery(db, 'user'),
    readGroupGift(db, userGroup),
  ]);
  const row = decisionOf(found.rows[0], 'pending');
  const [{ profile, releases } = { profile: null, releases: false }] = gift.rows;
  refuseGiving(ctx, { profile: profile ?? undefined, releases }, 'userGroup');
  if (!userGroup) {
    refuseUnknownFields(fieldsOf(fields), grant.identity);
    allowGrant(ctx, row, { withoutOwn: row.without_own ? 1 : 0 }, grant);
  }
  const grantId = newId(ctx.clock.now());
  const given = userGroup
    ? { identity: null, filters: null, validUntil: null }
    : { identity: storedIdentity(grant.identity), filters: storedFilters(grant.filters), validUntil: grant.validUntil };
  const { note, confirmed } = grant;
  const [{ rows: granted }] = await ctx.database.withTenant(entry, (db) => [
    writeGrant(db, ctx, { id, grantId, userGroup, seen: row, ...given, note, confirmed }),
  ]);
  if (granted.length === 0) {
    if (userGroup) throw new AppError('not_found', undefined, { field: 'userGroup' });
    await refuseSecondDecision(ctx, id);
  }
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

/** Denies a pending request, or revokes what a granted one gave: the grant or the group membership. */
export const answerOneRequest = bind(answerRequest, async ({ id, action, reason }, ctx) => {
  const entry = entryOf(ctx, 'catalogs.view');
  const [from, to] = action === 'deny' ? (['pending', 'denied'] as const) : (['granted', 'revoked'] as const);
  const [{ rows: found }] = await ctx.database.withTenant(entry, (db) => [readDecision(db, ctx, id)]);
  decisionOf(found[0], from);
  const [{ rows: answered }] = await ctx.database.withTenant(entry, (db) => [writeAnswer(db, ctx, { id, action, from, to, reason })]);
  if (answered.length === 0) await refuseSecondDecision(ctx, id);
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

export const liftOneWait = bind(liftWait, async ({ id }, ctx) => {
  const [[stored], { rows: lifted }] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.decide'), (db) => [
    db.select({ id: catalogRequests.id }).from(catalogRequests).where(eq(catalogRequests.id, id)),
    liftDenied(db, ctx, id),
  ]);
  if (!stored) throw new AppError('not_found');
  if (lifted.length === 0) throw new AppError('catalog_decided', { by: '' });
  return { status: 'ok' as const };
});
