import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { confirmAddresses } from '../../../domain/settings/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { forgetHosts } from '../../http/tenant-of-host.ts';

/** This very call was let in by the list that is on trial: it is kept. */
export const keepAddresses = bind(confirmAddresses, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'settings.edit'), (db) => [
    db.execute(sql`with w as (update settings s set "values" = s."values" - 'ip_trial', version = s.version + 1
          where (s."values"->'ip_trial'->>'until')::timestamptz > app.now() returning s.tenant_id, s.version),
        a as (insert into audit (what, row_id, ip, request_id) select 'settings.addresses_kept', w.tenant_id, ${ctx.address}, ${ctx.requestId} from w)
      select (select w.version from w) as version, (select array_agg(d.host) from domains d) as hosts`),
  ]);
  const outcome = rowsOf<{ version: number | null; hosts: string[] | null }>(result)[0];
  if (!outcome || outcome.version === null) throw new AppError('addresses_settled');
  await forgetHosts(outcome.hosts ?? [], ctx.env);
  return { status: 'ok' as const, version: outcome.version };
});
