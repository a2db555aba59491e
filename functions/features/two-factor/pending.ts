import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { deviceOf, type KnownEntrant, type Pending } from '../session/index.ts';
import type { StoredApp } from './app-codes.ts';
import type { StoredPasskey } from './passkeys.ts';

type Row = {
  state: 'ok' | 'over' | 'limited';
  wait: number;
  body: Pending;
  person: string;
  holder: string;
  address: string;
  person_name: string;
  totp: StoredApp | null;
  passkeys: StoredPasskey[] | null;
  recovery: number;
  ends_at: string;
};
export type Opened = Row & { hash: string; device: string | null; mine: StoredPasskey[]; any: boolean; entrant: KnownEntrant };

export const tooMany = (seconds: number) =>
  new AppError('too_many_attempts', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });

/** The sign-in that waits behind a ticket of this host, with what decides whether the person may still come in. A guess is counted. One trip. */
export async function openPending(ctx: Context, token: string, guess: boolean): Promise<Opened> {
  const hash = await hashOf(token);
  const device = await deviceOf(ctx);
  const [result] = await ctx.database.withPublic((db) => [
    db.execute(sql`select f.*, e.* from (select * from app.factor_open(${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}, ${ctx.address}, ${device}::bytea, ${guess}::boolean) offset 0) f
      left join lateral app.entrant(${ctx.tenant.id}::uuid, f.person, ${device}::bytea) e on true`),
  ]);
  const [row] = rowsOf<Row & KnownEntrant>(result);
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !row.user_id) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  return {
    ...row,
    hash,
    device,
    passkeys,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any: row.totp !== null || passkeys.length > 0 || row.recovery > 0,
    entrant: row,
  };
}
