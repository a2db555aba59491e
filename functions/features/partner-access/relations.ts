import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { listRelations, setRelation } from '../../../domain/partner-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { readPartnerRelations, writeRelation } from './partner-access.sql.ts';

// The database stores `infinity` for a relation without an end.
const iso = (at: string | null) => (at && !at.includes('infinity') ? toIso(at) : null);

export const readRelations = bind(listRelations, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'remote.decide'), (db) => [readPartnerRelations(db)]);
  return {
    relations: rows.map(({ standing_until, set_by, until, ...row }) => ({
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
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'remote.decide'), (db) => [
    writeRelation(db, ctx, { id, version, action, verify: verify ?? false, hours: hours ?? 0 }),
  ]);
  const state = rows[0]?.state;
  if (state === 'changed') throw new AppError('changed_meanwhile');
  if (state !== 'ok') throw new AppError('not_found');
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
