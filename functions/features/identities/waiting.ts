import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { deviceOf, type KnownEntrant, type WaitingLink } from '../session/index.ts';
import { type StoredApp, type StoredPasskey, tooMany } from '../two-factor/index.ts';

type Row = {
  state: 'ok' | 'over' | 'limited';
  wait: number;
  body: WaitingLink & { tries?: number };
  person: string;
  account: string | null;
  password: string | null;
  totp: StoredApp | null;
  passkeys: StoredPasskey[] | null;
  recovery: number;
  ends_at: string;
};
export type Waiting = Row & {
  hash: string;
  browser: string;
  device: string | null;
  mine: StoredPasskey[];
  any: boolean;
  entrant: KnownEntrant;
};

/** By what an answer that waits is known, and the browser in which it waits. */
export const keysOf = async (ctx: Context, token: string): Promise<{ hash: string; browser: string }> => ({
  hash: await hashOf(token),
  browser: await hashOf(ctx.cookies.link ?? ''),
});

/** The provider's answer that waits in this browser, with what proves its person; a guess is counted. One trip. */
export async function openWaiting(ctx: Context, token: string, guess: boolean): Promise<Waiting> {
  const { hash, browser } = await keysOf(ctx, token);
  const device = await deviceOf(ctx);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(sql`select f.*, e.* from (select * from app.link_open(${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}, ${browser}, ${ctx.address}, ${guess}::boolean) offset 0) f
      left join lateral app.entrant(${ctx.tenant.id}::uuid, f.person, ${device}::bytea) e on true`),
  ]);
  const [row] = rowsOf<Row & KnownEntrant>(result);
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !row.user_id) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  return {
    ...row,
    hash,
    browser,
    device,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any: row.totp !== null || passkeys.length > 0 || row.recovery > 0,
    entrant: row,
  };
}
