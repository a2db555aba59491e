import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import { profilesIn } from '../../domain/users/person.ts';
import { getSession } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { query } from '../support/database.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { outcome, type Statement } from './sql-roles.ts';
import { enter, owners, place } from './sql-scene.ts';

// What the rights of each role and the rules of the tables refuse, whatever a session may do.
let own: Place & { sid: string };
let other: Place & { sid: string };
beforeAll(async () => {
  [own, other] = [await place('admin'), await place('admin')];
});

describe('a role may not', () => {
  const forbidden: readonly (readonly ['app' | 'wide' | 'public' | 'door' | 'job', string])[] = [
    ...[
      'app.set_me(null, null, null, null, null, null, null, null, null, null)',
      "app.attempt('x', 1, '1 min')",
      'app.enter_job(null)',
      'app.sweep()',
      "app.claim_mail('{0}', 1, 1, '1 min', null, 1)",
      "app.claim_mailings(1, '1 min', null)",
      "app.sign_in_facts(null, '', '', '', null, null)",
      'app.hidden_menu(null)',
    ].map((call) => ['app', `select ${call}`] as const),
    ...['app.secret', 'app.actions', 'sessions', 'accounts', 'attempts', 'tokens', 'devices', 'relations'].flatMap((table) =>
      (['app', 'wide', 'public', 'door', 'job'] as const).map((role) => [role, `select * from ${table} limit 1`] as const),
    ),
    ...[
      "update audit set what = 'x'",
      'delete from audit',
      'delete from outbox',
      'delete from mailings',
      'select * from mail_paces',
      'update users set account_id = null',
      "update tenants set status = 'A'",
      "update users set seat = 'partner'",
      'delete from settings',
      "update mails set state = 'sent'",
      'delete from mails',
      "update notifications set kind = 'catalog_granted'",
      'delete from notifications',
      'delete from catalog_requests',
      'delete from usage_days',
      'truncate groups',
    ].map((statement) => ['app', statement] as const),
    ...[
      'create temp table t (a int)',
      'create type pg_temp.uuid as (a int)',
      'create schema x',
      'create table public.x (a int)',
      'create function public.x() returns int language sql as $$ select 1 $$',
      'create function app.x() returns int language sql as $$ select 1 $$',
      'create policy x on reports using (true)',
      'alter table reports disable row level security',
      'create trigger x before insert on groups execute function suppress_redundant_updates_trigger()',
      'drop table groups',
      "copy reports to '/tmp/mirante-attack'",
      "copy groups from program 'id'",
      'set role mirante_gate',
      'grant select on sessions to mirante_app',
      'alter role mirante_app bypassrls',
      'create role x',
      "select pg_read_file('/etc/passwd')",
      "select lo_import('/etc/passwd')",
      'alter function app.me() owner to mirante_app',
      "set session_replication_role = 'replica'",
    ].map((statement) => ['app', statement] as const),
    ...[
      'select * from tenants',
      'select * from users',
      'select app.me()',
      'select app.tenant_id()',
      'select app.enter(null, 1, null, null)',
      'select app.enter_job(null)',
      "select app.attempt('x', 1, '1 min')",
    ].flatMap((statement) => [['public', statement] as const, ['door', statement] as const]),
    ...[
      'update users set account_id = null',
      "insert into reports (id, title, sort_key) values (gen_random_uuid(), 'x', 'x')",
      'select app.enter(null, 1, null, null)',
      'select * from favorites',
    ].map((statement) => ['job', statement] as const),
    ...[
      "insert into groups (id, name, sort_key, position) values (gen_random_uuid(), 'x', 'x', 0)",
      "update reports set title = 'x'",
      'delete from users',
    ].map((statement) => ['wide', statement] as const),
  ];
  test.each(forbidden)('%s: %s', async (role, statement) => {
    expect(await outcome(role, statement)).toBe('42501');
  });

  test('row-level security cannot be turned off, nor the connection’s own user be restored', async () => {
    expect(await outcome('app', 'set local row_security = off', 'select count(*) from reports')).toBe('42501');
    expect(await outcome('app', 'reset session authorization')).toBe('42501');
    expect(await outcome('app', 'copy reports to stdout')).toBe('0A000');
  });

  test('an audit row in another user’s name is refused', async () => {
    const forged = `insert into audit (what, user_id) values ('x', '${own.ids.user2}')`;
    expect(await outcome('app', enter(own), forged)).toBe('42501');
    expect(await outcome('app', enter(own), `insert into audit (what, home_id) values ('x', '${other.tenant.id}')`)).toBe('42501');
    expect(await outcome('app', enter(own), `insert into audit (what, tenant_id) values ('x', '${other.tenant.id}')`)).toBe('42501');
  });

  test('a job works in one tenant at a time, and in none that does not exist', async () => {
    expect(await outcome('job', ['select app.enter_job($1)', [own.tenant.id]], owners)).toEqual([{ id: own.tenant.id }]);
    expect(await outcome('job', ['select app.enter_job($1)', [randomUUID()]])).toBe('MR404');
  });

  test('statistics reveal no values of other tenants', async () => {
    await query('analyze reports');
    expect(await outcome('app', enter(own), "select count(*)::int as n from pg_stats where tablename = 'reports'")).toEqual([{ n: 0 }]);
  });
});

test.each(['platform', 'partner', 'unit'] as const)(
  'a %s has no profile of another kind of tenant, whichever role writes it',
  async (kind) => {
    const tenant = await makeTenant({ kind });
    const [first, ...more] = profilesIn(kind);
    const [admin, colleague] = [await makeUser(tenant, { profile: first }), await makeUser(tenant, { profile: first })];
    const { sid } = await getSession(tenant, admin, first ?? 'user');
    const entered = { app: enter({ sid, tenant }), job: ['select app.enter_job($1)', [tenant.id]] as const };
    const written = async (profile: Profile) => {
      const add = (): Statement => [
        `insert into users (tenant_id, id, email, name, sort_key, profile, status)
        values ($1, $2, $3, 'X', 'x', $4, 'A')
        returning profile`,
        [tenant.id, randomUUID(), `${randomUUID()}@people.test`, profile],
      ];
      const change: Statement = ['update users set profile = $2 where id = $1 returning profile', [colleague.id, profile]];
      return [
        await outcome('app', entered.app, add()),
        await outcome('app', entered.app, change),
        await outcome('job', entered.job, add()),
        await outcome('job', entered.job, change),
      ];
    };
    for (const profile of profiles) {
      const result = [first, ...more].includes(profile) ? [{ profile }] : '23514';
      expect(await written(profile), profile).toEqual([result, result, result, result]);
    }
  },
);

test('no role changes the kind of a tenant', async () => {
  const roles = ['app', 'wide', 'public', 'door', 'job', 'gate'].map((role) => `mirante_${role}`);
  expect(await query("select r from unnest($1::text[]) r where has_column_privilege(r, 'tenants', 'kind', 'update')", [roles])).toEqual([]);
});

test('an account is one user in a tenant, whichever role writes it', async () => {
  const { tenant } = own;
  const person = await makeUser(tenant);
  const second = (place: { id: string }) =>
    query(
      `insert into users (tenant_id, id, email, name, sort_key, profile, status, account_id)
        select $1, $2, $3, 'X', 'x', 'user', 'A', account_id
        from users
        where id = $4`,
      [place.id, randomUUID(), `${randomUUID()}@people.test`, person.id],
    );
  await expect(second(tenant)).rejects.toMatchObject({ code: '23505', constraint: 'users_account_across' });
  await second(other.tenant);
  expect(
    await query(
      'select count(distinct tenant_id)::int as tenants, count(*)::int as people from users where account_id = (select account_id from users where id = $1)',
      [person.id],
    ),
  ).toEqual([{ tenants: 2, people: 2 }]);
});
