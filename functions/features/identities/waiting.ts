import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { deviceOf, entrantOf, type KnownEntrant, proofHere, type WaitingLink } from '../session/index.ts';
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
  const [result, people] = await ctx.database.withDoor((db) => [
    db.execute(sql`select * from app.link_open(${proofHere(ctx, hash)}, ${browser}, ${ctx.address}, ${guess}::boolean)`),
    db.execute(entrantOf(ctx, hash, device)),
  ]);
  const [row] = rowsOf<Row>(result);
  const [entrant] = rowsOf<KnownEntrant>(people);
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !entrant) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  return {
    ...row,
    hash,
    browser,
    device,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any: row.totp !== null || passkeys.length > 0 || row.recovery > 0,
    entrant,
  };
}
