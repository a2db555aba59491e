import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editAccount } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { endsAt, factsOf } from './account-input.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { secretPlace } from './open-account.ts';

type Outcome = { changed: number; there: number; taken: number };

/** Changes the version the person saw. What was tested, warned of or chosen for other credentials is forgotten with them. */
export const editOneAccount = bind(editAccount, async ({ id, version, secret, ...fields }, ctx) => {
  const key = keyOfName(fields.name);
  const visible = accountVisible(accountViewerOf(ctx));
  const sealed = secret === undefined ? null : await ctx.sealer.seal(secret, secretPlace(ctx.session.tenant, id));
  const ends = endsAt(fields.secretEndsOn, ctx.tenant.zone);
  const samePrincipal = sql`(o.directory_id = ${fields.directoryId} and o.app_id = ${fields.appId})`;
  const sameTest = sql`(${samePrincipal} and ${sealed}::text is null and o.subscription_id is not distinct from ${fields.subscriptionId}::text and o.resource_group is not distinct from ${fields.resourceGroup}::text and o.workspace_id is not distinct from ${fields.workspaceId}::text)`;
  const before = sql`jsonb_build_object('name', o.name, 'directoryId', o.directory_id, 'appId', o.app_id, 'objectId', o.object_id, 'secretEndsOn', to_char(o.secret_ends_at at time zone ${ctx.tenant.zone}, 'YYYY-MM-DD'), 'subscriptionId', o.subscription_id, 'resourceGroup', o.resource_group, 'workspaceId', o.workspace_id)`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`with o as (select a.* from service_accounts a where a.id = ${id}::uuid and ${visible}),
        taken as (select count(*)::int as n from service_accounts a where a.sort_key = ${key} and a.id <> ${id}::uuid and ${visible}),
        w as (update service_accounts t set name = ${fields.name}, sort_key = ${key}, directory_id = ${fields.directoryId}, app_id = ${fields.appId}, object_id = ${fields.objectId},
            subscription_id = ${fields.subscriptionId}, resource_group = ${fields.resourceGroup}, workspace_id = ${fields.workspaceId}, secret_ends_at = ${ends},
            secret_sealed = coalesce(${sealed}, o.secret_sealed), secret_set_at = case when ${sealed}::text is null then o.secret_set_at else app.now() end,
            secret_warned_days = case when ${sealed}::text is null and o.secret_ends_at is not distinct from ${ends} then o.secret_warned_days end,
            tested = case when ${sameTest} then o.tested end, tested_at = case when ${sameTest} then o.tested_at end,
            profile_id = case when ${samePrincipal} then o.profile_id end, profile_name = case when ${samePrincipal} then o.profile_name end, version = t.version + 1
          from o, taken where t.id = o.id and t.version = ${version} and taken.n = 0 returning t.id),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'service_account.edit', w.id, jsonb_build_object('before', ${before}, 'after', ${factsOf(fields, sealed !== null)}::jsonb), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
      select (select count(*)::int from w) as changed, (select count(*)::int from o) as there, taken.n as taken from taken`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.taken > 0) throw new AppError('name_taken', undefined, { field: 'name' });
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
