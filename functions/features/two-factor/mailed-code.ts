import { AppError } from '../../../domain/errors/catalogue.ts';
import { appCode } from '../../../domain/two-factor/codes.ts';
import { mailSeconds } from '../../../domain/two-factor/limits.ts';
import { helpFactor, mailOwnCode } from '../../../domain/two-factor/recovery-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';
import { mailCodeHash } from '../../services/mailed-code.ts';
import { wakeOutbox, wakeTenantOutbox } from '../mail/index.ts';
import { tooMany } from './pending.ts';
import { helpWith, mailOwn } from './two-factor.sql.ts';

/** The value to compare for a code typed from a mail; an impossible code becomes one that matches nothing stored. */
export const typedCode = (account: string, typed: string | undefined): Promise<string> =>
  mailCodeHash(account, appCode(typed ?? '') ?? 'none');

export const mailCode = bind(mailOwnCode, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [mailOwn(db)]);
  const state = rows[0]?.state;
  if (state === 'limited') throw tooMany(mailSeconds);
  if (state !== 'ok') throw new AppError('account_proof');
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

export const helpWithFactor = bind(helpFactor, async ({ token, what }, ctx) => {
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withDoor((db) => [helpWith(db, ctx, hash, what)]);
  const state = rows[0]?.state;
  if (state === 'limited') throw tooMany(mailSeconds);
  if (state !== 'ok') throw new AppError('factor_over');
  wakeTenantOutbox(ctx, ctx.tenant.id);
  return { status: 'ok' as const };
});
