import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { AuthType } from '../../../domain/session/auth-type.ts';
import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { deviceOf, type KnownEntrant, type Pending } from '../session/index.ts';
import type { StoredApp } from './app-codes.ts';
import type { StoredPasskey } from './passkeys.ts';

type Row = {
  state: 'ok' | 'over' | 'limited';
  wait: number;
  body: Pending & { tries?: number };
  person: string;
  /** Null where it is the address from which there were too many. */
  holder: string | null;
  address: string;
  person_name: string;
  /** One of the account, one of this unit, where only the unit vouches. */
  totps: StoredApp[] | null;
  passkeys: StoredPasskey[] | null;
  recovery: number;
  ends_at: string;
  vouched: 'account' | 'unit';
};
export type Opened = Omit<Row, 'holder' | 'totps'> & {
  holder: string;
  apps: StoredApp[];
  hash: string;
  device: string | null;
  mine: StoredPasskey[];
  any: boolean;
  entrant: KnownEntrant;
};

export const tooMany = (seconds: number) =>
  new AppError('too_many_attempts', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });

/** The sign-in that waits behind a ticket of this host, with what decides whether the person may still come in. A guess is counted. One trip. */
export async function openPending(ctx: Context, token: string, guess: boolean): Promise<Opened> {
  const hash = await hashOf(token);
  const device = await deviceOf(ctx);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(sql`select f.*, e.* from (select * from app.factor_open(${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}, ${ctx.address}, ${device}::bytea, ${guess}::boolean) offset 0) f
      left join lateral app.entrant(${ctx.tenant.id}::uuid, f.person, ${device}::bytea) e on true`),
  ]);
  const [row] = rowsOf<Row & KnownEntrant>(result);
  if (guess && row?.person && row.state !== 'ok')
    recordFactor(ctx, {
      userId: row.person,
      code: 'too_many_attempts',
      way: row.body.way,
      tell: row.state === 'limited' && row.holder !== null,
    });
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !row.user_id || !row.holder) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  const apps = row.totps ?? [];
  const any = apps.length > 0 || passkeys.length > 0 || row.recovery > 0;
  // Before a password that must be changed a factor is given, never set up.
  if (row.body.change && !any) throw new AppError('factor_over');
  return {
    ...row,
    holder: row.holder,
    apps,
    hash,
    device,
    passkeys,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any,
    entrant: row,
  };
}

const triesOfTicket = 5;

/** A wrong answer of a pending sign-in, the last of which ends it. */
export const recordWrong = (ctx: Context, { person, body }: Opened): void =>
  recordFactor(ctx, { userId: person, code: 'factor_wrong', way: body.way, tell: (body.tries ?? 0) >= triesOfTicket });

type Refused = { userId: string; code: 'factor_wrong' | 'too_many_attempts'; way: AuthType; tell?: boolean };

/** Writes a second step that failed to the record of sign-ins; `tell` where it is over, so that its person hears of it by mail, once an hour. */
export function recordFactor(ctx: Context, { userId, code, way, tell = false }: Refused): void {
  const record = async () => {
    const [result] = await ctx.database.withDoor((db) => [
      db.execute(
        sql`select app.factor_refused(${ctx.tenant.id}::uuid, ${userId}::uuid, ${code}, ${way}, ${tell}::boolean, ${ctx.address}, ${ctx.agent}, ${ctx.requestId}) as told`,
      ),
    ]);
    if (rowsOf<{ told: boolean }>(result)[0]?.told) wakeOutboxOf(ctx, ctx.tenant.id);
  };
  ctx.later(record());
}
