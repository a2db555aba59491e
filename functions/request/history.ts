import { type SQL, sql } from 'drizzle-orm';
import { toIso } from '../../domain/format/iso.ts';

type Row = { id: string; at: string; who: string | null; what: string; change: { before?: unknown; after?: unknown } };
const shown = 100;

/** The user who started the import that wrote audit row `a`; such rows are written by a job and have no user. */
export const startedBy: SQL = sql`case when a.import_id is not null then (a.change->>'startedBy')::uuid end`;

const did = sql`coalesce(a.user_id, ${startedBy})`;

/**
 * The user named in audit row `a`. A partner's seat, which no user list shows, gets the name of the person using it and of the partner. The
 * id is computed first: row-level security keeps such an expression from the index, and all users of the unit would be read.
 */
export const whoDid: SQL = sql`coalesce(
  (select d.name from (select ${did} as id offset 0) w join users d on d.id = w.id), app.seat_name(${did}))`;

/**
 * The user who acted on behalf of the user of audit row `a`; null for a partner's seat, which names its own person. For a user of another
 * tenant, only the name they gave when asking for access.
 */
export const whoActed: SQL = sql`case when a.actor_id is null or app.seat_name(a.user_id) is not null then null
  else coalesce((select b.name from users b where b.id = a.actor_id),
    (select q.asker_name || case when q.asker_from = '' then '' else ' · ' || q.asker_from end
      from remote_requests q where q.asker_id = a.actor_id order by q.created_at desc limit 1), '?') end`;

/** Selects the change history of one row in this tenant, latest first. */
export const getHistory = (id: string): SQL =>
  sql`select a.id, a.at, ${whoDid} as who, a.what, a.change from audit a where a.row_id = ${id}::uuid order by a.at desc limit ${shown}`;

/** What one side of a change recorded; a list, or nothing, has no facts. */
export const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

export const presentHistory = ({ rows }: { rows: readonly object[] }) =>
  (rows as Row[]).map((row) => ({
    // because getHistory selects these columns
    id: row.id,
    at: toIso(row.at),
    who: row.who,
    what: row.what,
    before: facts(row.change.before),
    after: facts(row.change.after),
  }));
