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

/** The accounts with the addresses in $3; unit $4's own rows of a shared account are that unit's to change, so they are left out. */
export const ofAccounts = `select a.email, jsonb_build_object('password', md5(concat_ws('|', a.email, a.password, a.must_change)),
    'factors', (select string_agg(concat_ws(' ', f.id, f.kind, f.credential), ',' order by f.id) from factors f where f.account_id = a.id),
    'members', (select string_agg(concat_ws(' ', u.tenant_id, u.id), ',' order by u.tenant_id, u.id) from users u where u.account_id = a.id and u.tenant_id <> $4)) as of
  from accounts a where a.email = any($3)`;

const plain = new Set(['rights', 'groups', 'factors', 'people', 'state', 'held']);

const accountsOf = ({ people }: Scene) => ({
  ...{ mallory: people.mallory, nadia: people.nadia, pedro: people.pedro, olga: people.olga },
  ...{ ana: people.ana, dora: people.dora, eva: people.eva, bea: people.bea, carlos: people.carlos, vera: people.vera },
});

export const unitsOf = ({ a, b, c, d, partner, root }: Scene) => ({ a, b, c, d, partner, root });
export const unitName = (scene: Scene, id: unknown): string => Object.entries(unitsOf(scene)).find(([, unit]) => unit.id === id)?.[0] ?? '';
export const idsOf = (scene: Scene): string[] => Object.values(unitsOf(scene)).map(({ id }) => id);

type Parts = Record<string, Record<string, unknown> | null>;
/** The answers of both statements as zones. */
export function zonesOf(
  scene: Scene,
  units: readonly { id: string; parts: Parts }[],
  accounts: readonly { email: string; of: Record<string, unknown> }[],
): Zones {
  const zones: Zones = {};
  for (const { id, parts } of units)
    for (const [part, rows] of Object.entries(parts)) {
      const head = plain.has(part) ? part : 'keys';
      for (const [key, value] of Object.entries(rows ?? {})) zones[`${unitName(scene, id)}:${head} ${part} ${key}`] = JSON.stringify(value);
    }
  for (const { email, of } of accounts) {
    const name = Object.entries(accountsOf(scene)).find(([, person]) => person.email === email)?.[0];
    for (const [part, value] of Object.entries(of)) zones[`account:${name} ${part}`] = JSON.stringify(value);
  }
  return zones;
}

export const changedZones = (before: Zones, after: Zones): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((zone) => before[zone] !== after[zone]);
