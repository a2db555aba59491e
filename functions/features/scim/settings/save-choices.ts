import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { isOn } from '../../../../domain/contract/fields.ts';
import { saveScimChoices } from '../../../../domain/scim/contract.ts';
import { bind } from '../../../http/bind.ts';
import { entryOf } from '../../../http/context.ts';
import { waysLeft } from '../../../http/ways-left.ts';
import { settle } from './tokens.ts';

export const saveChoices = bind(saveScimChoices, async ({ invite, version }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(sql`with o as (select s.invite, s.version from scim_settings s), f as (select ${waysLeft} as is_left, coalesce((select o.version from o), 0) as version),
        w as (insert into scim_settings (tenant_id, invite) select (select app.tenant_id()), ${isOn(invite)}::boolean from f where f.is_left and f.version = ${version}
          on conflict (tenant_id) do update set invite = excluded.invite, version = scim_settings.version + 1 where scim_settings.version = ${version} returning tenant_id, invite, version),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'scim.choices', null, jsonb_build_object('before', jsonb_build_object('invite', coalesce((select o.invite from o), false)), 'after', jsonb_build_object('invite', w.invite)), ${ctx.address}, ${ctx.requestId} from w)
      select f.is_left, 1 as there, (select count(*)::int from w) as written, (select w.version from w) as version from f`),
  ]);
  const [outcome] = rowsOf<{ is_left: boolean; there: number; written: number; version: number | null }>(result);
  settle(outcome);
  return { version: outcome?.version ?? version + 1 };
});
