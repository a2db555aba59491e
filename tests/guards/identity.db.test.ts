import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringDemo } from '../../dev/database/demo.ts';
import { type Database, startDatabase } from '../../dev/database/server.ts';
import { root } from '../../dev/folders.ts';
import { makeKeys } from '../../dev/secrets.ts';

// The planner evaluates app.tenant_id() and its like for each condition and each path that it estimates, and each time the seal is
// verified: a function that joined five tables read it 190 times a call and took 30 ms. A value in a variable or a subquery is read once.
// The rows are the demo's, with their statistics: without any the planner estimates nothing, and other files' rows would change the counts.
let database: Database;
beforeAll(async () => {
  database = await startDatabase({ migrations: join(root, 'migrations') });
  await bringDemo(database, undefined, { sealKeys: makeKeys().SEAL_KEYS, reportServiceUrl: 'http://127.0.0.1:9' });
  await database.owner.exec('analyze');
});
afterAll(() => database.close());

const limit = 18;

/** How often a call of each function verifies the seal, while it is planned and run. Each call is taken back. */
async function readings(): Promise<{ name: string; times: number }[]> {
  const { rows } = await database.owner.atOnce(async (sql) => {
    await sql.exec("set local track_functions = 'all'");
    await sql.exec(`do $do$ declare f record; v jsonb := '[]'; earlier bigint; begin
      perform app.set_me(gen_random_uuid(), gen_random_uuid(), null, 'admin', gen_random_uuid(), 'unit', 'S', 'own', gen_random_uuid(),
        gen_random_uuid());
      for f in select p.proname as name,
            format('select count(*) from app.%I(%s) x', p.proname, array_to_string(array(
                select format('%s::%s', case t::regtype when 'uuid'::regtype then quote_literal(gen_random_uuid()) else 'null' end, t::regtype)
                from unnest(p.proargtypes) with ordinality a (t, n)
                order by n), ', ')) as call
          from pg_proc p join pg_language l on l.oid = p.prolang
          where p.pronamespace = 'app'::regnamespace and l.lanname in ('sql', 'plpgsql') and p.prokind = 'f'
            and p.prorettype <> 'trigger'::regtype and p.proname not in ('me', 'set_me')
          order by 1 loop
        earlier := coalesce(pg_stat_get_xact_function_calls('app.me()'::regprocedure), 0);
        begin execute f.call; raise exception 'taken back'; exception when others then null; end;
        v := v || jsonb_build_object('name', f.name,
          'times', coalesce(pg_stat_get_xact_function_calls('app.me()'::regprocedure), 0) - earlier);
      end loop;
      perform set_config('test.readings', v::text, true); end $do$`);
    return sql.query("select current_setting('test.readings') as readings");
  });
  return JSON.parse(String(rows[0]?.readings));
}

test('no function verifies the seal more than 18 times a call', async () => {
  const found = await readings();
  expect(found.length).toBeGreaterThan(300);
  expect(found.some(({ times }) => times > 1)).toBe(true);
  expect(found.filter(({ times }) => times > limit)).toEqual([]);
});

test('the guard sees one whose joins ask for the identity', async () => {
  await database.owner.exec(`create function app.planted_sees(p_id uuid) returns boolean language sql stable security definer
    set search_path = pg_catalog, pg_temp as $$
    select (app.scope() = 'platform'
        and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
          left join public.tenants p on p.id = t.parent_id
          where m.capacity_id = p_id and app.tenant_id() in (t.id, t.parent_id, p.parent_id)))
      or exists (select from public.capacity_members m
        join public.service_accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
        where m.tenant_id = app.tenant_id() and m.capacity_id = p_id
          and (app.profile() not in ('admin', 'user') or a.registered_by_id = app.user_id()
            or not (select t.restrict_accounts from public.tenants t where t.id = app.tenant_id()))) $$`);
  try {
    expect((await readings()).filter(({ times }) => times > limit).map(({ name }) => name)).toEqual(['planted_sees']);
  } finally {
    await database.owner.exec('drop function app.planted_sees');
  }
});
