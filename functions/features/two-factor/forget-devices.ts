import { forgetDevices } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { forgetOwn } from './two-factor.sql.ts';

/** It only removes trust, so it needs no proof. */
export const forgetOwnDevices = bind(forgetDevices, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [forgetOwn(db, ctx)]);
  return { forgotten: rows[0]?.forgotten ?? 0 };
});
