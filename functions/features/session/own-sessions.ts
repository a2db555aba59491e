import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { endOwnSessions, ownSessions } from '../../../domain/session/use-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getDevice } from './device.ts';

const readSessions = raw('session.own_sessions', {
  id: 'uuid',
  unit: 'text',
  at: 'timestamptz',
  last_seen: 'timestamptz',
  address: 'text?',
  agent: 'text?',
  auth_type: 'text',
  vouched: typed<'account' | 'unit'>('text'),
  mine: 'bool',
});

const endSessions = raw('session.end_own_sessions', { ended: 'int4' });

export const readOwnSessions = bind(ownSessions, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    readSessions(db, sql`select * from app.own_sessions()`),
  ]);
  return {
    items: rows.map(({ at, last_seen, auth_type, ...row }) => ({
      ...row,
      at: toIso(at),
      lastSeen: new Date(last_seen).toISOString(),
      way: auth_type,
    })),
  };
});

/** The database ends only sessions of their owner, so another user's id ends nothing. */
export const endSessionsOfOwn = bind(endOwnSessions, async ({ id }, ctx) => {
  const device = await getDevice(ctx);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    endSessions(db, sql`select app.end_own_sessions(${id ?? null}::uuid, ${device}::bytea, ${ctx.address}, ${ctx.requestId}) as ended`),
  ]);
  const ended = rows[0]?.ended ?? 0;
  if (id && ended === 0) throw new AppError('not_found');
  return { ended };
});
