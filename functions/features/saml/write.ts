import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addSaml, deleteSaml, samlStatus, updateSaml } from '../../../domain/saml/contract.ts';
import { maxAppsPerTenant } from '../../../domain/saml/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { orNameTaken } from '../../http/own-name.ts';
import { waysLeft } from '../../http/ways-left.ts';
import { newId } from '../../services/ids.ts';
import { keyPlace } from '../../services/saml/app.ts';
import { keptFields } from './input.ts';
import { factsOf } from './rows.ts';

type Outcome = { allowed: boolean; known: number; there: number; version: number | null };
/** What came of a write; what the layer above keeps is refused first, whether it is there or not. */
function settled(result: { rows: unknown[] }): Outcome {
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.allowed) throw new AppError('function_disabled');
  return outcome;
}

const domainsOf = (domains: readonly string[]) => sql`array(select e from jsonb_array_elements_text(${JSON.stringify(domains)}::jsonb) e)`;
/** Groups of rules that are this tenant's. */
const knownGroups = (ids: readonly string[]) =>
  sql`(select count(*)::int from user_groups q join ${idRows(ids)} w on w.id = q.id where q.deleted_at is null)`;

export const addOneSaml = bind(addSaml, async (input, ctx) => {
  const { name, domains, settings } = await keptFields(input, ctx);
  const id = newId(ctx.clock.now());
  const groups = [...new Set(settings.groups.map(({ group }) => group))];
  const whole = JSON.stringify({ ...settings, host: ctx.host, ...(await freshKey(id, ctx)) });
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
      db.execute(sql`with f as (select ${waysLeft} as allowed, ${knownGroups(groups)} as known, (select count(*)::int from sso_apps where kind = 'saml') as there),
          w as (insert into sso_apps (id, kind, name, position, settings, domains) select ${id}::uuid, 'saml', ${name}, coalesce((select max(position) + 1 from sso_apps), 0), ${whole}::jsonb, ${domainsOf(domains)}
            from f where f.allowed and f.known = ${groups.length} and f.there < ${maxAppsPerTenant} returning *),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'saml.add', w.id, jsonb_build_object('after', ${factsOf(sql`w`)}), ${ctx.address}, ${ctx.requestId} from w)
        select f.*, (select w.version from w) as version from f`),
    ]),
    'sso_apps_name',
  );
  const outcome = settled(result);
  if (outcome.known !== groups.length) throw new AppError('not_found', undefined, { field: 'groups' });
  if (outcome.version === null) throw new AppError('saml_too_many', { count: maxAppsPerTenant });
  return { id, version: outcome.version };
});

export const editOneSaml = bind(updateSaml, async ({ id, version, ...input }, ctx) => {
  const { name, domains, settings } = await keptFields(input, ctx);
  const groups = [...new Set(settings.groups.map(({ group }) => group))];
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
      db.execute(sql`with o as (select * from sso_apps where kind = 'saml' and id = ${id}::uuid),
          f as (select ${waysLeft} as allowed, ${knownGroups(groups)} as known, (select count(*)::int from o) as there),
          w as (update sso_apps x set name = ${name}, settings = x.settings || ${JSON.stringify(settings)}::jsonb, domains = ${domainsOf(domains)}, version = x.version + 1 from f
            where x.kind = 'saml' and x.id = ${id}::uuid and x.version = ${version}::int and f.allowed and f.known = ${groups.length} returning x.*),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'saml.edit', w.id,
              (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}'), 'after', coalesce(jsonb_object_agg(k.key, ${factsOf(sql`w`)}->k.key), '{}'))
                from jsonb_each(${factsOf(sql`o`)}) k where ${factsOf(sql`w`)}->k.key is distinct from k.value), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
        select f.*, (select w.version from w) as version from f`),
    ]),
    'sso_apps_name',
  );
  const outcome = settled(result);
  if (!outcome.there) throw new AppError('not_found');
  if (outcome.known !== groups.length) throw new AppError('not_found', undefined, { field: 'groups' });
  if (outcome.version === null) throw new AppError('changed_meanwhile');
  return { id, version: outcome.version };
});

export const switchSaml = bind(samlStatus, async ({ id, status }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(sql`with f as (select ${waysLeft} as allowed),
        w as (update sso_apps x set status = ${status}, version = x.version + 1 from f where x.kind = 'saml' and x.id = ${id}::uuid and f.allowed returning x.id, x.name, x.version),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'saml.status', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name, 'status', ${status}::text)), ${ctx.address}, ${ctx.requestId} from w)
      select f.allowed, (select count(*)::int from sso_apps where kind = 'saml' and id = ${id}::uuid) as there, (select w.version from w) as version from f`),
  ]);
  const outcome = settled(result);
  if (!outcome.there) throw new AppError('not_found');
  if (outcome.version === null) throw new AppError('not_found');
  return { id, version: outcome.version };
});

export const removeSaml = bind(deleteSaml, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(sql`with f as (select ${waysLeft} as allowed, (select count(*)::int from sso_apps where kind = 'saml' and id = ${id}::uuid) as there),
        d as (delete from sso_apps x using f where x.kind = 'saml' and x.id = ${id}::uuid and f.allowed returning x.*),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'saml.delete', d.id, jsonb_build_object('before', jsonb_build_object('name', d.name, 'issuer', d.settings->>'issuer')), ${ctx.address}, ${ctx.requestId} from d)
      select f.*, (select count(*)::int from d) as version,
        (select app.saml_end(d.settings->>'issuer') from d where not exists (select from sso_apps o where o.kind = 'saml' and o.id <> d.id and o.settings->>'issuer' = d.settings->>'issuer')) as ended from f`),
  ]);
  const outcome = settled(result);
  if (!outcome.there) throw new AppError('not_found');
  return { status: 'ok' as const };
});

/** A key of the app's own: what is encrypted to one app opens for no other. */
async function freshKey(id: string, ctx: SessionContext) {
  const { makeOwnKey } = await import('../../services/saml/own-key.ts');
  const { readCertificate } = await import('../../services/saml/certificate.ts');
  const { privateKey, certificate } = await makeOwnKey(ctx.host, ctx.clock.now());
  return { key: await ctx.sealer.seal(privateKey, keyPlace(ctx.session.tenant, id)), own: readCertificate(certificate) };
}
