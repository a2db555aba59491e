import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { confirmAddresses } from '../../../domain/settings/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';

const keepTried = raw('settings.keep_addresses', { version: 'int4?', hosts: 'text[]?' });

/** The list on trial allowed this call, so it is kept. */
export const keepAddresses = bind(confirmAddresses, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'settings.edit'), (db) => [
    keepTried(
      db,
      sql`with w as (update settings s set "values" = s."values" - 'ip_trial', version = s.version + 1
          where (s."values"->'ip_trial'->>'until')::timestamptz > app.now() returning s.tenant_id, s.version),
        a as (${auditEach(ctx, { what: 'settings.addresses_kept', row: sql`w.tenant_id`, from: sql`w` })})
      select (select w.version from w) as version, (select array_agg(d.host) from domains d) as hosts`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome || outcome.version === null) throw new AppError('addresses_settled');
  await forgetHosts(outcome.hosts ?? [], ctx.env);
  return { status: 'ok' as const, version: outcome.version };
});
