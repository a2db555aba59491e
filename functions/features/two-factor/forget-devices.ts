import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { forgetDevices } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

/** It only takes trust away: nothing proves it. */
export const forgetOwnDevices = bind(forgetDevices, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select app.forget_own_devices(${ctx.address}, ${ctx.requestId}) as forgotten`),
  ]);
  return { forgotten: rowsOf<{ forgotten: number }>(result)[0]?.forgotten ?? 0 };
});
