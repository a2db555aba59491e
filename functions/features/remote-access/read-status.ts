import { and, asc, eq } from 'drizzle-orm';
import { toIso } from '../../../domain/format/iso.ts';
import { type Inside, live } from '../../../domain/remote-access/contract.ts';
import { everyMs } from '../../../domain/remote-access/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { isCurrent, present, q, type Row, shownRequests } from './request-row.ts';

type InsideRow = Row & { endsAt: string };
const asInside = (row: InsideRow): Inside => ({
  id: row.id,
  kind: row.kind,
  asker: row.askerName,
  person: row.person,
  reason: row.reason,
  ticket: row.ticket,
  reach: row.reach,
  endsAt: toIso(row.endsAt),
});

/**
 * The heartbeat of both sides, in one trip. It answers how soon to ask again: at once while a request waits or a visit is open, otherwise
 * every minute. An act-as session that is over gets the 401 of every ended session.
 */
export const readRemoteStatus = bind(live, async (_input, ctx) => {
  const acting = ctx.session.acting !== undefined;
  const [found] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [
    acting
      ? shownRequests(db, {}).where(and(eq(q.sessionId, ctx.session.sid), eq(q.state, 'active')))
      : shownRequests(db, {}).where(isCurrent(ctx)).orderBy(asc(q.createdAt)).limit(20),
  ]);
  const shown = found.map((row) => present(row, ctx));
  const inside = found.flatMap((row) => (row.state === 'active' && row.endsAt ? [asInside({ ...row, endsAt: row.endsAt })] : []));
  const asks = acting ? [] : shown.filter(({ mine }) => mine.decide);
  return {
    every: acting || shown.some(({ state }) => ['requested', 'authorized', 'active'].includes(state)) ? everyMs.live : everyMs.seldom,
    serverNow: new Date(ctx.clock.now()).toISOString(),
    asks: asks.map(({ id, kind, asker, person, reason, ticket, reach, minutes, answerBy, awaits }) => ({
      ...{ id, kind, asker, person, reason, ticket, reach, minutes, answerBy },
      gate: awaits.person && person?.id === ctx.session.sub ? ('person' as const) : ('admin' as const),
    })),
    inside,
    over: shown.flatMap((row) =>
      row.state === 'ended' && row.startedAt && row.endedAt
        ? [
            {
              id: row.id,
              asker: row.asker.name,
              minutes: Math.max(1, Math.ceil((Date.parse(row.endedAt) - Date.parse(row.startedAt)) / 60_000)),
              endedBy: row.endedBy,
            },
          ]
        : [],
    ),
  };
});
