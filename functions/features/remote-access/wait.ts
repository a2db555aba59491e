import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { cancelWait, enterWait, readWait } from '../../../domain/remote-access/wait-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHash, newId } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { factsOfOwnActing } from '../session/index.ts';
import { actAsAnswer } from './act-as.ts';
import { cancelRequest, readWaiting, startActing } from './remote-access.sql.ts';

const getGate = (needed: boolean, at: string | null) => (!needed ? 'open' : at ? 'passed' : 'waiting');

/** The token of another user's request, or of another host, counts as unknown. */
export const readOwnWait = bind(readWait, async ({ token }, ctx) => {
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [readWaiting(db, hash)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    person: row.person,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    reason: row.reason,
    ticket: row.ticket,
    reach: row.reach,
    minutes: row.minutes,
    gates: { admin: getGate(row.needs_admin, row.admin_at), person: getGate(row.needs_person, row.person_at) } as const,
    refusal: row.refusal,
    askedAt: toIso(row.created_at),
    answerBy: toIso(row.expires_at),
    enterBy: isoOrNull(row.enter_by),
    endsAt: isoOrNull(row.ends_at),
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
});

export const cancelOwnWait = bind(cancelWait, async ({ token }, ctx) => {
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [cancelRequest(db, ctx, hash)]);
  const state = rows[0]?.state;
  if (!state) throw new AppError('not_found');
  return { state };
});

/** One trip opens the act-as session, guarded by the request's own state, and reads what its token says. */
export const enterAllowed = bind(enterWait, async ({ token }, ctx) => {
  const hash = await getHash(token);
  const sid = newId(ctx.clock.now());
  const [{ rows }, facts] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [
    startActing(db, ctx, hash, sid),
    factsOfOwnActing(db, sid),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  // Only the call that has just opened the session gets an end; a second click finds the state that the first left.
  if (!outcome.ends_at) throw new AppError('remote_over', { state: outcome.state });
  wakeTenantOutbox(ctx, ctx.tenant.id);
  return actAsAnswer(ctx, sid, facts);
});
