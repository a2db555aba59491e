import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listRelations, type Relation, setRelation } from '../../../domain/partner-switch/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';

type Row = Omit<Relation, 'until' | 'standingUntil' | 'setBy'> & {
  until: string | null;
  standing_until: string | null;
  set_by: string | null;
};
// A relation without an end has one beyond all dates.
const iso = (at: string | null) => (at && !at.includes('infinity') ? new Date(at).toISOString() : null);

export const readRelations = bind(listRelations, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'remote.decide'), (db) => [
    db.execute(sql`select * from app.partner_relations()`),
  ]);
  return {
    relations: rowsOf<Row>(rows).map(({ standing_until, set_by, until, ...row }) => ({
      ...row,
      until: iso(until),
      standingUntil: iso(standing_until),
      setBy: set_by,
    })),
  };
});

export const changeRelation = bind(setRelation, async ({ id, version, action, verify, hours }, ctx) => {
  if (action === 'verify' && verify === undefined) throw new AppError('required', { name: 'verify' }, { field: 'verify' });
  if (action === 'stand' && hours === undefined) throw new AppError('required', { name: 'hours' }, { field: 'hours' });
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'remote.decide'), (db) => [
    db.execute(
      sql`select app.set_partner_relation(${id}::uuid, ${version}::int, ${action}, ${String(verify ?? false)}::boolean, ${hours ?? 0}::int, ${ctx.address}, ${ctx.requestId}) as state`,
    ),
  ]);
  const state = rowsOf<{ state: 'ok' | 'none' | 'changed' }>(result)[0]?.state;
  if (state === 'changed') throw new AppError('changed_meanwhile');
  if (state !== 'ok') throw new AppError('not_found');
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
