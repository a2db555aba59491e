import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelWait, enterWait, readWait, type State, type Waiting } from '../../../domain/remote-access/wait-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { hashOf, newId } from '../../services/ids.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { factsOfOwnActing } from '../session/index.ts';
import { actAsAnswer } from './act-as.ts';

type Row = {
  tenant_id: string;
  id: string;
  kind: Waiting['kind'];
  state: State;
  person: string | null;
  tenant_name: string;
  reason: string;
  ticket: string | null;
  reach: 'view' | 'act';
  minutes: number;
  needs_admin: boolean;
  needs_person: boolean;
  admin_at: string | null;
  person_at: string | null;
  refusal: string | null;
  created_at: string;
  expires_at: string;
  enter_by: string | null;
  ends_at: string | null;
};

const iso = (value: string | null) => (value ? new Date(value).toISOString() : null);
const gateOf = (needed: boolean, at: string | null) => (!needed ? 'open' : at ? 'passed' : 'waiting');

/** A token of somebody else's request, or of another host, is no token. */
export const readOwnWait = bind(readWait, async ({ token }, ctx) => {
  const hash = await hashOf(token);
  const [result] = await ctx.database.withTenant(entryOf(ctx, null), (db) => [db.execute(sql`select * from app.wait_of(${hash}::bytea)`)]);
  const [row] = rowsOf<Row>(result);
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
    gates: { admin: gateOf(row.needs_admin, row.admin_at), person: gateOf(row.needs_person, row.person_at) } as const,
    refusal: row.refusal,
    askedAt: new Date(row.created_at).toISOString(),
    answerBy: new Date(row.expires_at).toISOString(),
    enterBy: iso(row.enter_by),
    endsAt: iso(row.ends_at),
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
});

export const cancelOwnWait = bind(cancelWait, async ({ token }, ctx) => {
  const hash = await hashOf(token);
  const [result] = await ctx.database.withTenant(entryOf(ctx, null), (db) => [
    db.execute(sql`select app.wait_cancel(${hash}::bytea, ${ctx.address}, ${ctx.requestId}) as state`),
  ]);
  const state = rowsOf<{ state: State | null }>(result)[0]?.state;
  if (!state) throw new AppError('not_found');
  return { state };
});

/** One trip opens the act-as session, guarded by the request's own state, and reads what its token says. */
export const enterAllowed = bind(enterWait, async ({ token }, ctx) => {
  const hash = await hashOf(token);
  const sid = newId(ctx.clock.now());
  const [result, facts] = await ctx.database.withTenant(entryOf(ctx, null), (db) => [
    db.execute(
      sql`select state, ends_at from app.act_start(${hash}::bytea, ${ctx.session.sid}::uuid, ${sid}::uuid, ${ctx.address}, ${ctx.requestId})`,
    ),
    factsOfOwnActing(db, sid),
  ]);
  const [outcome] = rowsOf<{ state: State; ends_at: string | null }>(result);
  if (!outcome) throw new AppError('not_found');
  // Only who has just entered gets an end; a second click finds the state of the first.
  if (!outcome.ends_at) throw new AppError('remote_over', { state: outcome.state });
  wakeOutboxOf(ctx, ctx.tenant.id);
  return actAsAnswer(ctx, sid, facts);
});
