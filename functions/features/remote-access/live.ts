import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { type Inside, live } from '../../../domain/remote-access/contract.ts';
import { everyMs } from '../../../domain/remote-access/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { columns, present, type Row, requests } from './request-row.ts';

type InsideRow = Row & { ends_at: string };
const asInside = (row: InsideRow): Inside => ({
  id: row.id,
  kind: row.kind,
  asker: row.asker_name,
  person: row.person,
  reason: row.reason,
  ticket: row.ticket,
  reach: row.reach,
  endsAt: new Date(row.ends_at).toISOString(),
});
const toldSeconds = 30;

/**
 * The heartbeat of both sides, in one trip. It answers how soon to ask again: at once where somebody may come in or is
 * inside, each minute where nobody can. An act-as session that is over gets the 401 of every dead session.
 */
export const readLive = bind(live, async (_input, ctx) => {
  const me = sql`${ctx.session.sub}::uuid`;
  const sid = sql`${ctx.session.sid}::uuid`;
  const acting = ctx.session.acting !== undefined;
  // What waits for the unit's own yes is told to everybody who may give it.
  const forUnit = can(ctx.session, 'remote.decide')
    ? sql`or (q.needs_admin and q.admin_at is null and q.state = 'requested' and q.asker_id <> ${me})`
    : sql``;
  const [rows, gates] = await ctx.database.withTenant(entryOf(ctx, null), (db) => [
    db.execute(
      acting
        ? sql`select ${columns} from ${requests} where q.session_id = ${sid} and q.state = 'active'`
        : sql`select ${columns} from ${requests} where q.created_at > app.now() - interval '4 hours' and ((q.user_id = ${me} and (q.state in ('requested','active') or (q.state = 'ended' and q.ended_at > app.now() - make_interval(secs => ${toldSeconds})))) ${forUnit}) order by q.created_at limit 20`,
    ),
    db.execute(
      sql`select coalesce(bool_or(u.allow_remote), false) and exists (select from settings s where s."values"->>'allow_access_remote' = 'S') as possible from users u where u.id = ${me}`,
    ),
  ]);
  const found = rowsOf<Row>(rows);
  const shown = found.map((row) => present(row, ctx));
  const inside = found.flatMap((row) => (row.state === 'active' && row.ends_at ? [asInside({ ...row, ends_at: row.ends_at })] : []));
  const asks = acting ? [] : shown.filter(({ mine }) => mine.decide);
  const possible = rowsOf<{ possible: boolean }>(gates)[0]?.possible ?? false;
  return {
    every: acting || possible || inside.length > 0 || asks.length > 0 ? everyMs.live : everyMs.seldom,
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
