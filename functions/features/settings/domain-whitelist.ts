import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type AddressRule, inForce } from '../../../domain/session/addresses.ts';
import { domainWhitelist, type SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Row = {
  host: string;
  values: (Partial<SettingsForm> & { ip_trial?: AddressRule['trial'] }) | null;
  exempt: { id: string; name: string }[] | null;
};

/** A tenant's list holds on every domain of its own; of another's domain nothing is said. */
export const readWhitelist = bind(domainWhitelist, async ({ domain_id }, ctx) => {
  const host = (domain_id ?? ctx.host).toLowerCase();
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'settings.read'), (db) => [
    db.execute(sql`select d.host, (select s."values" from settings s) as "values",
        (select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.sort_key, u.id) from users u where u.ip_exempt and u.deleted_at is null) as exempt
      from domains d where d.host = ${host}`),
  ]);
  const [row] = rowsOf<Row>(result);
  if (!row) throw new AppError('not_found', undefined, { field: 'domain_id' });
  const { ip, listIp } = inForce({ ...mergeSettings(row.values), trial: row.values?.ip_trial ?? null }, ctx.clock.now());
  return { domain_id: row.host, ip, listIp: listIp ?? [], exempt: row.exempt ?? [], own: ctx.address };
});
