import { query } from '../support/database.ts';
import type { Scene } from './scene.ts';

/**
 * Digests of the state that the walk watches: `unit:rights` (profiles, flags, statuses, groups), `unit:keys …` (providers, tokens, mappings, keys, mail
 * server, domains, relations, settings, people linked by identifier), `unit:people` (the actors there, under which address and account) and
 * `account:name` (password, epoch, factors, memberships); `bound:ana` are the providers linked to Ana, who never confirmed one.
 */
export type Zones = Record<string, string>;

const ofUnits = `select t.id,
  (select md5(coalesce(string_agg(concat_ws(' ', u.id, u.profile, u.flags, u.status, u.ip_exempt, u.allow_remote, u.access_hours), ','
    order by u.id),
    ''))
    from users u
    where u.tenant_id = t.id and u.seat is null and (u.id = any($2) or u.profile <> 'user' or u.flags <> '{}')) ||
    (select md5(coalesce(string_agg(concat_ws(' ', m.user_group_id, m.user_id), ',' order by m.user_group_id, m.user_id), ''))
      from user_group_members m
      where m.tenant_id = t.id) as rights,
  jsonb_build_object(
    'providers',
    (select string_agg(concat_ws(' ', x.id, x.kind, x.status, x.settings, x.domains), ',' order by x.id)
      from sso_apps x
      where x.tenant_id = t.id),
    'links',
    (select string_agg(concat_ws(' ', x.kind, x.issuer, x.subject, x.user_id), ',' order by x.id)
      from identities x
      where x.tenant_id = t.id and x.linked_by is not null),
    'tokens',
    (select string_agg(concat_ws(' ', x.id, x.hash, x.revoked_at, x.expires_at), ',' order by x.id)
      from scim_tokens x
      where x.tenant_id = t.id),
    'mappings',
    (select string_agg(concat_ws(' ', x.id, x.profile, x.user_group_id), ',' order by x.id) from scim_groups x where x.tenant_id = t.id),
    'embedding',
    (select string_agg(concat_ws(' ', x.id, x.secret_sealed, x.revoked_at), ',' order by x.id) from embed_keys x where x.tenant_id = t.id),
    'mail', (select string_agg(concat_ws(' ', x.host, x.port, x.version), ',') from mail_servers x where x.tenant_id = t.id),
    'domains', (select string_agg(x.host, ',' order by x.host) from domains x where x.tenant_id = t.id),
    'relations',
    (select string_agg(concat_ws(' ', x.id, x.role, x.verify, x.status, x.until, x.ended_at, x.standing_until), ',' order by x.id)
      from relations x
      where x.tenant_id = t.id and x.kind = 'partner'),
    'settings', (select (x."values" - 'save_filter')::text from settings x where x.tenant_id = t.id)) as keys,
  (select md5(coalesce(string_agg(concat_ws(' ', u.id, u.email, u.account_id, u.deleted_at), ',' order by u.id), ''))
    from users u
    where u.tenant_id = t.id and u.id = any($2)) as people
  from tenants t where t.id = any($1)`;

const ofAccounts = `select a.email, md5(concat_ws('|', a.email, a.password, a.epoch, a.must_change,
    (select string_agg(concat_ws(' ', f.id, f.kind, f.credential), ',' order by f.id) from factors f where f.account_id = a.id),
    (select string_agg(concat_ws(' ', u.tenant_id, u.id), ',' order by u.tenant_id, u.id) from users u where u.account_id = a.id and u.tenant_id <> $2))) as of
  from accounts a where a.email = any($1)`;

const accountsOf = ({ people }: Scene) => ({
  ...{ mallory: people.mallory, nadia: people.nadia, pedro: people.pedro, olga: people.olga },
  ...{ ana: people.ana, dora: people.dora, eva: people.eva, bea: people.bea, carlos: people.carlos },
});

const unitsOf = ({ a, b, c, partner, root }: Scene) => ({ a, b, c, partner, root });
const nameOf = (scene: Scene, id: unknown) => Object.entries(unitsOf(scene)).find(([, unit]) => unit.id === id)?.[0] ?? '';
export const idsOf = (scene: Scene): string[] => Object.values(unitsOf(scene)).map(({ id }) => id);

/** Unit A's own rows of a shared account are A's to change, so they are left out of the account's digest. */
export async function readZones(scene: Scene): Promise<Zones> {
  const zones: Zones = {};
  const people = Object.values(scene.people);
  for (const row of await query(ofUnits, [idsOf(scene), people.map(({ id }) => id)])) {
    const unit = nameOf(scene, row.id);
    for (const part of ['rights', 'people']) zones[`${unit}:${part}`] = String(row[part]);
    for (const [key, value] of Object.entries(row.keys ?? {})) zones[`${unit}:keys ${key}`] = String(value);
  }
  const accounts = Object.entries(accountsOf(scene));
  for (const { email, of } of await query(ofAccounts, [accounts.map(([, person]) => person.email), scene.a.id]))
    zones[`account:${accounts.find(([, person]) => person.email === email)?.[0]}`] = String(of);
  const bound = await query('select issuer, subject from identities where tenant_id = $1 and user_id = $2 order by 1, 2', [
    ...[scene.a.id, scene.people.anaAtA.id],
  ]);
  zones['bound:ana'] = JSON.stringify(bound);
  return zones;
}

export const changedZones = (before: Zones, after: Zones): string[] => Object.keys(after).filter((zone) => before[zone] !== after[zone]);

/** How many audit rows there are, by unit. */
export async function countAudit(scene: Scene): Promise<Record<string, number>> {
  const rows = await query('select tenant_id, count(*)::int as n from audit where tenant_id = any($1) group by 1', [idsOf(scene)]);
  return Object.fromEntries(rows.map(({ tenant_id, n }) => [nameOf(scene, tenant_id), Number(n)]));
}
