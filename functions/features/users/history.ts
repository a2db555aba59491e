import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { customInWords, type PastField } from '../../../domain/custom-fields/past.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { userHistory } from '../../../domain/users/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { whoDid } from '../../http/past.ts';
import { languageOf } from '../../http/table-file.ts';
import { pastFieldsQuery } from '../custom-fields/index.ts';

type Row = {
  id: string;
  at: string;
  who: string | null;
  actor: string | null;
  what: string;
  change: Record<string, unknown>;
  ip: string | null;
};
const perPage = 50;
const mostPages = 20;

const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** Of somebody from another tenant only what he said of himself when he asked to come in. */
const actorName = sql`coalesce((select b.name from users b where b.id = a.actor_id),
  (select q.asker_name || case when q.asker_from = '' then '' else ' · ' || q.asker_from end from remote_requests q where q.asker_id = a.actor_id order by q.created_at desc limit 1))`;

export const readHistory = bind(userHistory, async ({ id, page = 1 }, ctx) => {
  const offset = (Math.min(page, mostPages) - 1) * perPage;
  const [there, rows, custom] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(sql`select 1 from users where id = ${id}::uuid`),
    db.execute(sql`select a.id, a.at, ${whoDid} as who, case when a.actor_id is null or app.seat_name(a.user_id) is not null then null else coalesce(${actorName}, '?') end as actor, a.what, a.change, a.ip
      from audit a where a.row_id = ${id}::uuid order by a.at desc, a.id desc limit ${perPage + 1} offset ${offset}`),
    pastFieldsQuery(db, 'user'),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  const all = rowsOf<Row>(rows);
  const reader = { fields: rowsOf<PastField>(custom), language: languageOf(ctx), own: ctx.tenant.language };
  return {
    items: all.slice(0, perPage).map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      who: row.who,
      actor: row.actor,
      what: row.what,
      ...customInWords({ before: facts(row.change.before), after: facts(row.change.after) }, reader),
      address: row.ip,
    })),
    more: all.length > perPage && page < mostPages,
  };
});
