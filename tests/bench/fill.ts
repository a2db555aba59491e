import type { Client } from 'pg';

/** The size of a world. All tenants are alike: two sizes differ only in their number. */
export type Size = { tenants: number; usersEach: number };

/** Ids are plain numbers in the shape of a version 7 id: the bench finds any row without asking. */
const kinds = { tenant: 0, user: 1, account: 2, group: 3, subgroup: 4, report: 5, session: 6, other: 7 } as const;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
export const getId = (kind: keyof typeof kinds, n: number) => `${hex(kinds[kind], 8)}-0000-7000-8000-${hex(n, 12)}`;

export const platform = 1;
export const partner = 2;
/** The units that the bench queries; the others are identical and only add volume. */
export const units = [3, 4] as const;
const reportsEach = 60;

export const getHost = (tenant: number) => (tenant === platform ? 'mirante.localhost' : `t${tenant}.localhost`);
export const userId = (tenant: number, k: number) => getId('user', tenant * 1000 + k);
/** The first person of a tenant leads it: operator, partner or administrator. */
export const getEmail = (tenant: number, k: number) => `u${k}@t${tenant}.test`;
export const groupId = (tenant: number, k: number) => getId('group', tenant * 100 + k);
export const subgroupId = (tenant: number, k: number) => getId('subgroup', tenant * 100 + k);
export const reportId = (tenant: number, k: number) => getId('report', tenant * 100 + k);

const id = (kind: keyof typeof kinds, n: string) =>
  `('${hex(kinds[kind], 8)}-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
// A partner has as many units at any size; each lists what is below it.
const below = 100;
const isPartner = `t % ${below} = ${partner}`;
const unit = `t > ${partner} and not ${isPartner}`;
const above = `(t - ${partner}) / ${below} * ${below} + ${partner}`;
const word = (n: string) =>
  `(array['vendas','custos','margem','estoque','frota','pedidos','clientes','metas','turnos','energia'])[1 + (${n}) % 10]`;

function statements({ tenants, usersEach }: Size, passwordHash: string): string[] {
  const t = `generate_series(1, ${tenants}) t`;
  // A tenant's rows are scattered, as after years of use: the first row of each tenant, then the second of each.
  const each = (n: number) => `(select * from generate_series(1, ${n}) k, ${t} order by k, t) x`;
  const people = (most: number) => each(Math.min(most, usersEach));
  const reports = each(reportsEach);
  return [
    `insert into tenants (id, kind, parent_id, name, sort_key)
      select ${id('tenant', 't')}, case when t = ${platform} then 'platform' when ${isPartner} then 'partner' else 'unit' end,
      case when ${isPartner} then ${id('tenant', String(platform))} when t > ${platform} then ${id('tenant', above)} end, 'Tenant ' || t,
        'tenant ' || lpad(t::text, 8, '0')
        from ${t}`,
    `insert into domains (host, tenant_id)
      select case t when ${platform} then 'mirante.localhost' else 't' || t || '.localhost' end, ${id('tenant', 't')}
      from ${t}`,
    `insert into settings (tenant_id) select ${id('tenant', 't')} from ${t}`,
    `insert into themes (tenant_id, id, name, "values", published) select ${id('tenant', 't')}, ${id('other', 't')}, 'Theme', '{}', true from ${t}`,
    `insert into relations (tenant_id, id, above_id, kind, until)
      select ${id('tenant', 't')}, ${id('other', 't')}, ${id('tenant', above)}, 'partner', 'infinity'
      from ${t}
      where ${unit}`,
    `insert into notices (tenant_id, id, title, text, at_login)
      select ${id('tenant', 't')}, ${id('other', 't * 2 + k')}, 'Notice', 'Text', k = 1
      from ${t}, generate_series(0, 1) k`,
    `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at)
      select ${id('tenant', 't')}, ${id('other', 't')}, 'report', ${id('report', 't * 100 + 9')}, 'Maintenance', now(),
        now() + interval '1 day'
      from ${t}`,
    `insert into service_accounts (tenant_id, id, name, directory_id, app_id, secret_sealed)
      select ${id('tenant', 't')}, ${id('other', 't')}, 'Account', 'directory', 'app', 'sealed'
      from ${t}`,
    `insert into accounts (id, email, password)
      select ${id('account', 't * 1000 + k')}, 'u' || k || '@t' || t || '.test', '${passwordHash}'
      from ${people(usersEach)}`,
    `insert into users (tenant_id, id, account_id, email, name, sort_key, profile, rls_username, rls_roles)
      select ${id('tenant', 't')}, ${id('user', 't * 1000 + k')}, ${id('account', 't * 1000 + k')}, 'u' || k || '@t' || t || '.test',
      'Person ' || k, 'person ' || lpad(k::text, 4, '0'),
        case when k > 1 then 'user' when t = ${platform} then 'a2m' when ${isPartner} then 'master' else 'admin' end, 'person-' || k,
        '{Region}'
        from ${people(usersEach)}`,
    `insert into groups (tenant_id, id, name, sort_key, position, audience)
      select ${id('tenant', 't')}, ${id('group', 't * 100 + k')}, 'Group ' || k, 'group ' || k, k,
        case k when 6 then 'chosen' else 'everyone' end
      from ${each(6)}`,
    `insert into subgroups (tenant_id, id, group_id, name, sort_key, position)
      select ${id('tenant', 't')}, ${id('subgroup', 't * 100 + k')}, ${id('group', 't * 100 + 1 + (k - 1) / 2')}, 'Sub-group ' || k,
        'sub-group ' || k, k
      from ${each(12)}`,
    `insert into viewers (tenant_id, target_id, user_id)
      select ${id('tenant', 't')}, ${id('group', 't * 100 + 6')}, ${id('user', 't * 1000 + k')}
      from ${people(10)}`,
    `insert into reports (tenant_id, id, group_id, subgroup_id, title, sort_key, created_at, data_at, checked_at)
      select ${id('tenant', 't')}, ${id('report', 't * 100 + k')}, ${id('group', 't * 100 + 1 + k % 6')},
        case when k % 2 = 0 then ${id('subgroup', 't * 100 + 1 + 2 * (k % 6)')} end,
      'Painel ' || ${word('k')} || ' ' || k, 'painel ' || ${word('k')} || ' ' || lpad(k::text, 3, '0'), now() - k * interval '1 day',
        now() - k * interval '1 hour', now()
        from ${reports}`,
    `insert into report_words (tenant_id, word, report_id)
      select ${id('tenant', 't')}, w, ${id('report', 't * 100 + k')}
      from ${reports}, unnest(array['painel', ${word('k')}]) w`,
    `insert into grants (tenant_id, id, report_id, subject)
      select ${id('tenant', 't')}, ${id('other', 't * 1000 + k')}, ${id('report', 't * 100 + k')}, 'everyone'
      from ${reports}`,
    `insert into favorites (tenant_id, user_id, report_id, position)
      select ${id('tenant', 't')}, ${id('user', 't * 1000 + k')}, ${id('report', 't * 100 + r')}, r
      from ${people(5)}, generate_series(1, 4) r`,
    `insert into visits (tenant_id, id, user_id, report_id, last_at)
      select ${id('tenant', 't')}, ${id('other', '(t * 1000 + k) * 10 + r')}, ${id('user', 't * 1000 + k')},
        ${id('report', 't * 100 + r')}, now() - r * interval '1 hour'
      from ${people(5)}, generate_series(1, 6) r`,
    `insert into embed_tokens (tenant_id, key, token_sealed, expires_at)
      select ${id('tenant', 't')}, 'report ' || k, 'sealed', now() + interval '20 minutes'
      from ${each(3)}`,
    `insert into audit (tenant_id, user_id, home_id, what, row_id)
      select ${id('tenant', 't')}, ${id('user', 't * 1000 + 1')}, ${id('tenant', 't')}, 'group.edit', ${id('group', 't * 100 + k')}
      from ${each(6)}`,
    `insert into sessions (id, tenant_id, home_id, user_id, vouched, expires_at)
      select ${id('session', 't * 1000 + k')}, ${id('tenant', 't')}, ${id('tenant', 't')}, ${id('user', 't * 1000 + k')}, 'account',
        now() + interval '8 hours'
      from ${people(10)}`,
    `insert into devices (hash, tenant_id, user_id)
      select sha256(convert_to('device ' || t || ' ' || k, 'UTF8')), ${id('tenant', 't')}, ${id('user', 't * 1000 + k')}
      from ${people(10)}`,
    `insert into tenant_counts (kind, status, n) select kind, status, count(*) from tenants group by kind, status`,
    `insert into usage_sums (tenant_id, days) select id, days from tenants, unnest('{7,30,90,365}'::int[]) days`,
    `insert into attempts (key, n, until) select 'u crowd ' || t || ' ' || k, 1, now() + interval '30 minutes' from ${people(5)}`,
  ];
}

/** Drops the indexes that aren't constraints and returns the statements that recreate them: building them at the end costs a third. */
async function withoutIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
      where i.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint c where c.conindid = i.oid)`,
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows.map(({ definition }: { definition: string }) => definition);
}

/** Fills an empty, migrated database; as a superuser, past policies and without asking every foreign key. */
export async function fill(client: Client, size: Size, passwordHash: string): Promise<void> {
  await client.query('set session_replication_role = replica');
  const indexes = await withoutIndexes(client);
  for (const statement of [...statements(size, passwordHash), ...indexes]) await client.query(statement);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (analyze)');
}
