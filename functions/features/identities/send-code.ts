import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { sendLinkCode } from '../../../domain/identities/contract.ts';
import { bind } from '../../http/bind.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { tooMany } from '../two-factor/index.ts';
import { keysOf } from './waiting.ts';

/** The code itself is made at delivery and stands nowhere before. */
export const mailLinkCode = bind(sendLinkCode, async ({ token }, ctx) => {
  const { hash, browser } = await keysOf(ctx, token);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(sql`select * from app.link_send(${hash}::bytea, ${ctx.tenant.id}::uuid, ${ctx.host}, ${browser}, ${ctx.address})`),
  ]);
  const [outcome] = rowsOf<{ state: 'sent' | 'over' | 'limited' | 'account'; wait: number | null }>(result);
  if (outcome?.state === 'limited') throw tooMany(outcome.wait ?? 60);
  if (outcome?.state !== 'sent') throw new AppError('factor_over');
  wakeOutboxOf(ctx, ctx.tenant.id);
  return { status: 'ok' as const };
});
