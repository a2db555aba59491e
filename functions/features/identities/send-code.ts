import { AppError } from '../../../domain/errors/catalogue.ts';
import { sendLinkCode } from '../../../domain/identities/contract.ts';
import { bind } from '../../request/bind.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { tooMany } from '../two-factor/index.ts';
import { askForCode } from './identities.sql.ts';
import { getKeys } from './waiting.ts';

/** The code is generated at delivery and is not stored before. */
export const mailLinkCode = bind(sendLinkCode, async ({ token }, ctx) => {
  const { hash, browser } = await getKeys(ctx, token);
  const [result] = await ctx.database.withDoor((db) => [askForCode(db, ctx, hash, browser)]);
  const [outcome] = result.rows;
  if (outcome?.state === 'limited') throw tooMany(outcome.wait ?? 60);
  if (outcome?.state !== 'sent') throw new AppError('factor_over');
  wakeTenantOutbox(ctx, ctx.tenant.id);
  return { status: 'ok' as const };
});
