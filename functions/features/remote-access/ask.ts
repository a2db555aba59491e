import { AppError } from '../../../domain/errors/catalogue.ts';
import { ask, look } from '../../../domain/remote-access/contract.ts';
import { getGates, prevented } from '../../../domain/remote-access/rule.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce } from '../../../domain/settings/functions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { factsOfOwnActing } from '../session/index.ts';
import { actAsAnswer } from './act-as.ts';
import { insertLook, insertRequest, readAskFacts, startActing } from './remote-access.sql.ts';

async function gatesFor(ctx: SessionContext, action: 'remote.ask' | 'remote.look', user: string) {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, action), (db) => [readAskFacts(db, ctx, user)]);
  const [facts] = rows;
  if (!facts) throw new AppError('not_found', undefined, { field: 'user' });
  const settings = mergeSettings(facts.settings);
  const asker = { profile: ctx.session.profile, flags: ctx.session.flags };
  const stands = prevented({
    asker,
    target: facts,
    unitAllows: functionsInForce(settings, facts.above.map(mergeSettings)).remote,
    personAllows: facts.allow_remote,
    pending: action === 'remote.ask' && facts.pending,
    refusedAt: action === 'remote.ask' ? facts.refused.map((at) => Date.parse(at)) : [],
  });
  if (stands) throw new AppError(stands.code, stands.vars);
  const standingUntil = facts.remote_until ? Date.parse(facts.remote_until) : null;
  return getGates({ asker, policy: settings.remote_consent, standingUntil }, ctx.clock.now());
}

export const askToEnter = bind(ask, async ({ user, reason, ticket, reach, minutes }, ctx) => {
  const gates = await gatesFor(ctx, 'remote.ask', user);
  const state = gates.admin || gates.person ? ('requested' as const) : ('authorized' as const);
  const [id, token] = [newId(ctx.clock.now()), newSecret()];
  const request = { id, user, reason, ticket, reach, minutes, state, gates, hash: await getHash(token) };
  const [, { rowCount }] = await ctx.database.withTenant(getEntry(ctx, 'remote.ask'), (db) => insertRequest(db, ctx, request));
  // Another request of the same user came first, or consent was withdrawn in the meantime.
  if (rowCount !== 1) throw new AppError('remote_pending', { person: '' });
  wakeOutbox(ctx);
  return { id, token, state };
});

/** An immediately authorized request and the session it opens are one transaction: the checks of both apply to the same moment. */
export const lookAs = bind(look, async ({ user }, ctx) => {
  await gatesFor(ctx, 'remote.look', user);
  const [id, sid, token] = [newId(ctx.clock.now()), newId(ctx.clock.now()), newSecret()];
  const hash = await getHash(token);
  const [, { rows }, session] = await ctx.database.withTenant(getEntry(ctx, 'remote.look'), (db) => [
    insertLook(db, ctx, { id, user, hash }),
    startActing(db, ctx, hash, sid),
    factsOfOwnActing(db, sid),
  ]);
  if (!rows[0]?.ends_at) throw new AppError('remote_over', { state: 'expired' });
  wakeOutbox(ctx);
  return actAsAnswer(ctx, sid, session);
});
