import { factorLinks } from '../../../domain/accounts/links.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { languages } from '../../../domain/session/languages.ts';
import { openFactorLink, takeFactorLink } from '../../../domain/two-factor/recovery-contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { isProductHost } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { tooMany } from './pending.ts';
import { readLink, takeLink } from './two-factor.sql.ts';

const getPurpose = (stored: string | undefined) => factorLinks.find((known) => stored === `account.${known}`);

/** These links change factors of the account, so none opens on a host whose DNS a unit controls. */
async function opened(ctx: Context, token: string) {
  if (!isProductHost(ctx.host, ctx.env)) throw new AppError('link_used');
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withDoor((db) => [readLink(db, ctx, hash)]);
  const [row] = rows;
  if (!row) throw new AppError('link_used');
  if (row.wait > 0) throw tooMany(row.wait);
  return { ...row, hash };
}

export const readFactorLink = bind(openFactorLink, async ({ token }, ctx) => {
  const { purpose, unit, email, what, name, at, language } = await opened(ctx, token);
  const own = languages.find((known) => known === language) ?? null;
  return { purpose: getPurpose(purpose) ?? 'keep', unit, email, what, name, at: isoOrNull(at), language: own };
});

/** Trip 1 counts the address and looks the link up, trip 2 uses it: of sixty concurrent calls one succeeds. */
export const useFactorLink = bind(takeFactorLink, async ({ token }, ctx) => {
  const { hash } = await opened(ctx, token);
  const reset = newSecret();
  const resetHash = await getHash(reset);
  const [{ rows }] = await ctx.database.withDoor((db) => [takeLink(db, ctx, hash, resetHash)]);
  const [taken] = rows;
  const purpose = getPurpose(taken?.purpose);
  if (!taken || !purpose) throw new AppError('link_used');
  wakeTenantOutbox(ctx, taken.tenant_id);
  return { status: 'ok' as const, purpose, reset: taken.reset ? reset : null };
});
