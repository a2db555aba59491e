import type { Scene } from './scene.ts';

/**
 * The state that the walk watches, row by row: `unit:rights` (profiles, flags, statuses, groups), `unit:factors` (of people known to that
 * unit alone), `unit:keys` (providers, identifiers, tokens, mappings, embedding keys, mail server, domains, relations, settings, displays),
 * `unit:people` (the actors there, under which address and account), `d:state` and `d:held` (what blocks or deletes unit D, and what of it
 * the platform did), and `account:name` (password, factors, memberships elsewhere); `bound:ana` are the providers linked to Ana in A while
 * her row there has her address.
 */
export type Zones = Record<string, string>;

/** One row for each unit: its parts, each an object of rows by id. $1 are the units, $2 the actors. */
export const ofUnits = `select t.id, jsonb_build_object(
  'rights', (select jsonb_object_agg(u.id, jsonb_build_object('profile', u.profile, 'flags', u.flags, 'status', u.status,
    'ip', u.ip_exempt, 'remote', u.allow_remote, 'hours', u.access_hours))
    from users u where u.tenant_id = t.id and u.seat is null and (u.id = any($2) or u.profile <> 'user' or u.flags <> '{}')),
  'groups', (select jsonb_object_agg(m.user_id || ' ' || m.user_group_id, true) from user_group_members m where m.tenant_id = t.id),
  'factors', (select jsonb_object_agg(f.id, f.user_id) from factors f where f.tenant_id = t.id and f.kind <> 'recovery'),
  'people', (select jsonb_object_agg(u.id, concat_ws(' ', u.email, u.account_id, u.deleted_at))
    from users u where u.tenant_id = t.id and u.id = any($2)),
  'providers', (select jsonb_object_agg(x.id, concat_ws(' ', x.kind, x.status, x.settings, x.domains))
    from sso_apps x where x.tenant_id = t.id),
  'links', (select jsonb_object_agg(x.id, concat_ws(' ', x.kind, x.issuer, x.subject, x.user_id))
    from identities x where x.tenant_id = t.id and x.linked_by is not null),
  'tokens', (select jsonb_object_agg(x.id, concat_ws(' ', x.hash, x.revoked_at, x.expires_at)) from scim_tokens x where x.tenant_id = t.id),
  'mappings', (select jsonb_object_agg(x.id, concat_ws(' ', x.profile, x.user_group_id)) from scim_groups x where x.tenant_id = t.id),
  'embedding', (select jsonb_object_agg(x.id, concat_ws(' ', md5(x.secret_sealed), x.revoked_at))
    from embed_keys x where x.tenant_id = t.id),
  'mail', (select jsonb_object_agg(x.tenant_id, concat_ws(' ', x.host, x.port, x.version)) from mail_servers x where x.tenant_id = t.id),
  'domains', (select jsonb_object_agg(x.host, true) from domains x where x.tenant_id = t.id),
  'relations', (select jsonb_object_agg(x.id, jsonb_build_object('role', x.role, 'verify', x.verify, 'status', x.status,
    'until', x.until, 'ended', x.ended_at, 'standing', x.standing_until))
    from relations x where x.tenant_id = t.id and x.kind = 'partner'),
  'settings', (select jsonb_object_agg(e.key, e.value) from settings x, jsonb_each(x."values" - 'save_filter') e where x.tenant_id = t.id),
  'displays', (select jsonb_object_agg(x.id, concat_ws(' ', encode(x.token_hash, 'hex'), x.generation, x.revoked_at, x.playlist_id))
    from playlist_devices x where x.tenant_id = t.id and x.approved_at is not null),
  'state', jsonb_build_object('status', t.status, 'deleted', t.deleted_at is not null),
  'held', jsonb_build_object('blocked', t.blocked_by is not distinct from 'platform', 'deleted', t.deleted_by is not distinct from 'platform')) as parts
  from tenants t where t.id = any($1)`;

/** The accounts with the addresses in $3; unit $4's own rows of a shared account are that unit's to change, so they are left out. */
export const ofAccounts = `select a.email, jsonb_build_object('password', md5(concat_ws('|', a.email, a.password, a.must_change)),
    'factors', (select string_agg(concat_ws(' ', f.id, f.kind, f.credential), ',' order by f.id) from factors f where f.account_id = a.id),
    'members', (select string_agg(concat_ws(' ', u.tenant_id, u.id), ',' order by u.tenant_id, u.id)
      from users u where u.account_id = a.id and u.tenant_id <> $4)) as of
  from accounts a where a.email = any($3)`;

const plain = new Set(['rights', 'groups', 'factors', 'people', 'state', 'held']);

const getAccounts = ({ people }: Scene) => ({
  ...{ mallory: people.mallory, nadia: people.nadia, pedro: people.pedro, olga: people.olga },
  ...{ ana: people.ana, dora: people.dora, eva: people.eva, bea: people.bea, carlos: people.carlos, vera: people.vera },
});
export const getAddresses = (scene: Scene): string[] => Object.values(getAccounts(scene)).map(({ email }) => email);

const getUnits = ({ a, b, c, d, partner, root }: Scene) => ({ a, b, c, d, partner, root });
export const unitName = (scene: Scene, id: unknown): string =>
  Object.entries(getUnits(scene)).find(([, unit]) => unit.id === id)?.[0] ?? '';
export const getIds = (scene: Scene): string[] => Object.values(getUnits(scene)).map(({ id }) => id);

type Parts = Record<string, Record<string, unknown> | null>;
/** The answers of both statements as zones. */
export function getZones(
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
    const name = Object.entries(getAccounts(scene)).find(([, person]) => person.email === email)?.[0];
    for (const [part, value] of Object.entries(of)) zones[`account:${name} ${part}`] = JSON.stringify(value);
  }
  return zones;
}

export const changedZones = (before: Zones, after: Zones): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((zone) => before[zone] !== after[zone]);
