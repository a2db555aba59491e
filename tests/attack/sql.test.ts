import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getSession, makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { query } from '../support/database.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { outcome, runAs, type Statement } from './sql-roles.ts';
import { enter, owners, place } from './sql-scene.ts';

// Raw SQL as the product's own roles: the reach of an attacker who controls the Worker.
let own: Place & { sid: string };
let other: Place & { sid: string };
beforeAll(async () => {
  [own, other] = [await place('admin'), await place('admin')];
});

const stolen = (from: string, to: string): Statement => [
  "select set_config('app.me', replace(current_setting('app.me'), $1, $2), true)",
  [from, to],
];

describe('the seal', () => {
  test('of an entered session shows its own rows and nothing else', async () => {
    expect(await outcome('app', enter(own), owners)).toEqual([{ id: own.tenant.id }]);
    expect(await outcome('app', owners)).toEqual([]);
  });

  test.each(['app', 'wide', 'job'] as const)('written by hand is refused as %s', async (role) => {
    const byHand = `${'0'.repeat(64)} ${other.tenant.id} ${other.ids.user} - a2m ${other.tenant.id} platform act`;
    expect(await outcome(role, ["select set_config('app.me', $1, true)", [byHand]], 'select count(*) from reports')).toBe('MR500');
  });

  test('does not carry over to another tenant, scope or reach', async () => {
    expect(await outcome('app', enter(own), stolen(own.tenant.id, other.tenant.id), owners)).toBe('MR500');
    expect(await outcome('wide', enter(own), stolen(' unit ', ' platform '), 'select count(*) from users')).toBe('MR500');
    expect(
      await outcome(
        'job',
        ['select app.enter_job($1)', [own.tenant.id]],
        stolen(own.tenant.id, other.tenant.id),
        'select count(*) from reports',
      ),
    ).toBe('MR500');
  });

  test('ends with its transaction, for its own role and for the others', async () => {
    const kept = (await runAs('app', enter(own), "select current_setting('app.me') as seal"))[1]?.[0];
    for (const role of ['app', 'wide', 'job'] as const)
      expect(await outcome(role, ["select set_config('app.me', $1, true)", [kept?.seal]], 'select count(*) from reports')).toBe('MR500');
    await runAs('app', enter(own), "select set_config('app.me', current_setting('app.me'), false)").catch(() => {});
    const after = await outcome('app', 'select count(*)::int as n from reports');
    expect([JSON.stringify([{ n: 0 }]), 'MR500']).toContain(typeof after === 'string' ? after : JSON.stringify(after));
  });

  test('cannot be forged with date formats, the time zone or the search path', async () => {
    for (const trick of [
      "set local datestyle = 'German'",
      "set local timezone = '<UTC>3'",
      'set local search_path = pg_temp',
      "set local search_path = ''",
    ])
      expect(await outcome('app', trick, enter(own), 'select distinct tenant_id::text as id from public.reports')).toEqual([
        { id: own.tenant.id },
      ]);
  });

  test('is gone after a rollback to before it, and follows the last session that entered', async () => {
    expect(await outcome('app', 'savepoint before', enter(own), 'rollback to savepoint before', owners)).toEqual([]);
    expect(await outcome('app', enter(own), enter(other), owners)).toEqual([{ id: other.tenant.id }]);
    expect(await outcome('app', enter(own), `prepare own as ${owners}`, enter(other), 'execute own')).toEqual([{ id: other.tenant.id }]);
  });
});

describe('entering', () => {
  test.each([
    ['a session that does not exist', () => enter({ ...own, sid: randomUUID() }), 'MR401'],
    ['no session', (): Statement => ['select app.enter(null, 1, $1)', [own.tenant.id]], 'MR401'],
    ['no rights', () => enter(own, null), 'MR409'],
    ['other rights', () => enter(own, 2), 'MR409'],
    ['another tenant', () => enter({ sid: own.sid, tenant: other.tenant }), 'MR401'],
    ['another tenant with an action', () => enter({ sid: own.sid, tenant: other.tenant }, 1, 'groups.edit'), 'MR401'],
    [
      'another tenant with an action that works while suspended',
      () => enter({ sid: own.sid, tenant: other.tenant }, 1, 'session.keep'),
      'MR401',
    ],
    ['something that is no id', (): Statement => ['select app.enter($1::uuid, 1, $2)', ["' or true --", own.tenant.id]], '22P02'],
  ])('with %s is refused', async (_, statement, code) => {
    expect(await outcome('app', statement(), owners)).toBe(code);
  });

  test('with a quote in the action does what the session may and no more', async () => {
    expect(await outcome('app', enter(own, 1, "x' or 'a'='a"), owners)).toEqual([{ id: own.tenant.id }]);
  });

  test('ends with the session, the user and the tenant, except what a suspended unit’s administrator may do', async () => {
    const { tenant, person, sid, ids } = await place('admin');
    const one = { sid, tenant };
    await query('update users set status = $1 where id = $2', ['B', person.id]);
    expect(await outcome('app', enter(one), owners)).toBe('MR403');
    // After unblocking, the user signs in again: ended sessions stay ended.
    await query('update users set status = $1 where id = $2', ['A', person.id]);
    expect(await outcome('app', enter(one), owners)).toBe('MR401');
    await query('update sessions set revoked_at = null where id = $1', [sid]);
    await query('update tenants set status = $1 where id = $2', ['B', tenant.id]);
    expect(await outcome('app', enter(one), owners)).toBe('MR404');
    expect(await outcome('app', enter(one, 1, 'reports.view'), owners)).toBe('MR404');
    expect(await outcome('app', enter(one, 1, 'config.read'), owners)).toEqual([{ id: tenant.id }]);
    const user = { sid: (await getSession(tenant, { id: ids.user2 }, 'user')).sid, tenant };
    expect(await outcome('app', enter(user, 1, 'config.read'), owners)).toBe('MR404');
    await query('update tenants set status = $1, epoch = epoch + 1 where id = $2', ['A', tenant.id]);
    expect(await outcome('app', enter(one), owners)).toBe('MR409');
    await query('update sessions set revoked_at = now() where id = $1', [sid]);
    expect(await outcome('app', enter(one, 2), owners)).toBe('MR401');
    await query("update sessions set revoked_at = null, expires_at = now() - interval '1 second' where id = $1", [sid]);
    expect(await outcome('app', enter(one, 2), owners)).toBe('MR401');
  });
});

/** A partner's user who acts inside a unit, with everything that allows it. */
async function actingAs(reach: 'view' | 'act') {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner });
  const [actor, target] = [await makeUser(partner, { profile: 'master' }), await makeUser(unit, { profile: 'admin' })];
  const [sid, groupId] = [randomUUID(), randomUUID()];
  const own = await getSession(partner, actor, 'master');
  await query("insert into groups (tenant_id, id, name, sort_key, position) values ($1, $2, 'Um', 'um', 0)", [unit.id, groupId]);
  await query(
    `insert into sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, expires_at)
      select $1, $2, $2, $3, $4, r.id, $5, 'partner', now() + interval '1 hour' from relations r where r.tenant_id = $2`,
    [sid, unit.id, target.id, own.sid, reach],
  );
  await query(
    `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, reach, minutes, state, needs_admin,
      needs_person, admin_at, expires_at, relation_id, session_id)
      select $1, gen_random_uuid(), 'partner', $2, $3, $4, $5, $6, 60, 'active', true, false, now(), now() + interval '1 hour', r.id, $7
        from relations r
        where r.tenant_id = $1`,
    [unit.id, partner.id, actor.id, own.sid, actor.name, reach, sid],
  );
  return { sid, tenant: unit, unit, partner, actor, actorSid: own.sid };
}

describe('acting as another user', () => {
  test('works while the actor, their tenant and the relation live, and ends with each', async () => {
    const acting = await actingAs('act');
    const groups = 'select distinct tenant_id::text as id from groups';
    expect(await outcome('app', enter(acting), groups)).toEqual([{ id: acting.unit.id }]);
    expect(await outcome('app', enter(acting), 'select app.actor_id()::text as actor')).toEqual([{ actor: acting.actor.id }]);
    const changes = [
      ['update sessions set revoked_at = now() where id = $1', 'update sessions set revoked_at = null where id = $1', acting.actorSid],
      // Stopping the actor also ends their sessions and visits for good: the rows are revived by hand here.
      [
        "update users set status = 'B' where id = $1",
        `with u as (update users set status = 'A' where id = $1),
          r as (update remote_requests set state = 'active', ended_at = null, ended_by = null where asker_id = $1)
          update sessions set revoked_at = null where user_id = $1 or actor_sid in (select id from sessions where user_id = $1)`,
        acting.actor.id,
      ],
      ["update tenants set status = 'B' where id = $1", "update tenants set status = 'A' where id = $1", acting.partner.id],
      [
        'update relations set ended_at = now() where tenant_id = $1',
        'update relations set ended_at = null where tenant_id = $1',
        acting.unit.id,
      ],
      [
        'update relations set until = now() where tenant_id = $1',
        "update relations set until = 'infinity' where tenant_id = $1",
        acting.unit.id,
      ],
    ] as const;
    for (const [stop, resume, id] of changes) {
      await query(stop, [id]);
      expect(await outcome('app', enter(acting), groups), stop).toBe('MR401');
      await query(resume, [id]);
      expect(await outcome('app', enter(acting), groups), resume).toEqual([{ id: acting.unit.id }]);
    }
    expect(await outcome('app', enter({ sid: acting.sid, tenant: acting.partner }), groups)).toBe('MR401');
    expect(await outcome('app', enter({ sid: acting.actorSid, tenant: acting.unit }), groups)).toBe('MR401');
    expect(await outcome('app', enter({ sid: acting.actorSid, tenant: acting.unit }, 1, 'groups.edit'), groups)).toBe('MR401');
  });

  test('in view scope writes nothing, whatever it tries', async () => {
    const viewing = await actingAs('view');
    const write = "update groups set name = 'x' returning id";
    expect(await outcome('app', enter(viewing), 'select count(*)::int as n from groups')).toEqual([{ n: 1 }]);
    expect(await outcome('app', enter(viewing), write)).toBe('25006');
    expect(await outcome('app', enter(viewing), 'set transaction read write', write)).toBe('25001');
    expect(await outcome('app', enter(viewing), "select set_config('transaction_read_only', 'off', true)", write)).toBe('25001');
    const carried = `do $$ declare seal text; begin
      begin perform app.enter('${viewing.sid}', 1, '${viewing.unit.id}', null); seal := current_setting('app.me'); raise exception 'back';
      exception when raise_exception then null; end;
      perform set_config('app.me', seal, true); update groups set name = 'x'; end $$`;
    expect(await outcome('app', carried)).toBe('MR500');
    expect(await query('select name from groups where tenant_id = $1', [viewing.unit.id])).toEqual([{ name: 'Um' }]);
  });
});

describe('another tenant’s rows', () => {
  test('cannot be written, moved, attached or discovered through an error', async () => {
    const [mine, theirs] = [own.tenant.id, other.tenant.id];
    const tries: [string, string | unknown[]][] = [
      [`insert into groups (tenant_id, id, name, sort_key, position) values ('${theirs}', gen_random_uuid(), 'x', 'x', 9)`, '42501'],
      [
        `insert into favorites (tenant_id, user_id, report_id) values ('${theirs}', '${other.ids.user}', '${other.ids.report2}') on conflict do nothing`,
        '42501',
      ],
      [`update groups set name = 'x' where id = '${other.ids.group}' returning id`, []],
      [`delete from groups where tenant_id = '${theirs}' returning id`, []],
      [`update groups set tenant_id = '${theirs}' where id = '${own.ids.group}'`, '42501'],
      [
        `insert into subgroups (id, group_id, name, sort_key, position) values (gen_random_uuid(), '${other.ids.group}', 'x', 'x', 9)`,
        '23503',
      ],
      [`insert into viewers (target_id, user_id) values ('${own.ids.group}', '${other.ids.user}')`, '23503'],
      [`insert into favorites (report_id) values ('${other.ids.report}')`, '23503'],
      [`select 1 / (case when tenant_id = '${mine}' then 1 else 0 end) as one from groups`, [{ one: 1 }]],
      [`select case when tenant_id = '${mine}' then 'x' else name::int::text end as one from groups`, [{ one: 'x' }]],
      [`select count(*)::int as n from groups where tenant_id = '${theirs}' or true`, [{ n: 1 }]],
    ];
    for (const [statement, result] of tries) expect(await outcome('app', enter(own), statement), statement).toEqual(result);
  });

  test('are no oracle: the same id may exist in two tenants', async () => {
    const again = `insert into groups (id, name, sort_key, position) values ('${other.ids.group}', 'Mesmo', 'mesmo', 9) returning tenant_id::text as id`;
    expect(await outcome('app', enter(own), again, 'rollback')).toEqual([]);
    expect(await outcome('app', enter(own), again)).toEqual([{ id: own.tenant.id }]);
    expect(await query('select name from groups where tenant_id = $1', [other.tenant.id])).toEqual([{ name: 'Comercial' }]);
    await query('delete from groups where tenant_id = $1 and id = $2', [own.tenant.id, other.ids.group]);
  });

  test('are visible in no table that a role can read, entered or not', async () => {
    const tables = (
      await query("select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1")
    ).map((row) => String(row.name));
    expect(tables.length).toBeGreaterThan(15);
    const ofCapacities = ['capacities', 'capacity_log', 'capacity_hours', 'capacity_demand'];
    const ofNoTenant = ['accounts', 'attempts', 'tenant_counts', 'usage_totals', 'mail_paces', 'job_marks', ...ofCapacities];
    for (const name of tables) {
      const column = name === 'tenants' ? 'id' : 'tenant_id';
      const theirs = `select count(*)::int as n
        from "${name}"
        where ${ofNoTenant.includes(name) ? 'true' : `${column} = '${other.tenant.id}'`}`;
      for (const role of ['app', 'wide', 'public', 'door', 'job'] as const)
        expect([JSON.stringify([{ n: 0 }]), '"42501"'], `${role} ${name}`).toContain(JSON.stringify(await outcome(role, theirs)));
      expect([JSON.stringify([{ n: 0 }]), '"42501"'], name).toContain(JSON.stringify(await outcome('app', enter(own), theirs)));
    }
  });

  test('are visible to the wide role only from above: no units to a unit, its own to a partner, all to the platform', async () => {
    const partner = await place('master');
    const unit = await makeTenant({ parent: partner.tenant });
    const platform = await makePlace('a2m');
    const top = { sid: (await getSession(platform.tenant, platform.person, 'a2m')).sid, tenant: platform.tenant };
    const seen = (id: string) => `select count(*)::int as n from tenants where id = '${id}'`;
    expect(await outcome('wide', enter(own), 'select count(*)::int as n from tenants')).toEqual([{ n: 0 }]);
    expect(await outcome('wide', enter(partner), 'select count(*)::int as n from tenants')).toEqual([{ n: 4 }]);
    expect(await outcome('wide', enter(partner), seen(unit.id))).toEqual([{ n: 1 }]);
    expect(await outcome('wide', enter(partner), seen(own.tenant.id))).toEqual([{ n: 0 }]);
    expect(await outcome('wide', enter(top), seen(own.tenant.id))).toEqual([{ n: 1 }]);
    expect(await outcome('wide', enter(top), "update tenants set name = 'x' where false")).toBe('42501');
    const acting = await actingAs('act');
    expect(await outcome('wide', enter(acting), 'select count(*)::int as n from tenants')).toEqual([{ n: 0 }]);
  });
});
