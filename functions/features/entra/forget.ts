import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { forgetEntra } from '../../../domain/entra/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { waysLeft } from '../../http/ways-left.ts';

export const forgetOneEntra = bind(forgetEntra, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(sql`with may as materialized (select ${waysLeft} as allowed),
        w as (delete from sso_apps a using may where a.kind = 'entra' and may.allowed returning a.id, a.name),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'entra.delete', w.id, jsonb_build_object('before', jsonb_build_object('name', w.name)), ${ctx.address}, ${ctx.requestId} from w)
      select may.allowed, (select count(*)::int from w) as n from may`),
  ]);
  const outcome = rowsOf<{ allowed: boolean; n: number }>(result)[0];
  if (!outcome?.allowed) throw new AppError('function_disabled');
  if (outcome.n === 0) throw new AppError('not_found');
  return { status: 'ok' as const };
});
