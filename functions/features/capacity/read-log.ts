import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { type CapacityLogEntry, readCapacityLog } from '../../../domain/capacity/contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { found, readFacts } from './stored-capacity.ts';

const history = raw('capacity.history', {
  id: 'uuid',
  at: 'timestamptz',
  what: typed<CapacityLogEntry['what']>('text'),
  is_on: 'bool',
  size: 'text',
  cause: 'text',
  vars: typed<Record<string, string>>('jsonb'),
  by_name: 'text?',
});

const usual = 20;
const readable = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A page's end is the instant and id of its last entry. */
function parseCursor(cursor: string | undefined): { at: string | null; before: string | null } {
  if (cursor === undefined) return { at: null, before: null };
  const [, at, before] = readable.exec(cursor) ?? [];
  if (!at || !before || Number.isNaN(Date.parse(at))) throw new AppError('invalid_input', undefined, { field: 'cursor' });
  return { at, before };
}

export const readOneLog = bind(readCapacityLog, async ({ id, cursor, size = usual }, ctx) => {
  const { at, before } = parseCursor(cursor);
  const [{ rows: facts }, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    history(
      db,
      sql`select id, at, what, is_on, size, cause, vars, by_name
        from app.capacity_history(${id}::uuid, ${at}::timestamptz, ${before}::uuid, ${String(size + 1)}::int)`,
    ),
  ]);
  found(facts);
  const items = rows.slice(0, size).map((row) => ({
    ...{ id: row.id, at: toIso(row.at), what: row.what, isOn: toFlag(row.is_on), size: row.size, cause: row.cause, vars: row.vars },
    by: row.by_name,
  }));
  const last = items.at(-1);
  return { items, next: rows.length > size && last ? `${last.at}_${last.id}` : null };
});
