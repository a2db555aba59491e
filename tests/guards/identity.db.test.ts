import { expect, test } from 'vitest';
import { query, together } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';

// The planner evaluates app.tenant_id() and its like for each condition and each path that it estimates, and each time the seal is
// verified: a function that joined five tables read it 190 times a call and took 30 ms. A value in a variable or a subquery is read once.
useHarness();

const limit = 25;

/** How often a call of each function verifies the seal, while it is planned and run. Each call is taken back. */
async function readings(): Promise<{ name: string; times: number }[]> {
  const [row] = await together(async () => {
    await query("set local track_functions = 'all'");
    await query(`do $do$ declare f record; v jsonb := '[]'; earlier bigint; begin
      perform app.set_me(gen_random_uuid(), gen_random_uuid(), null, 'admin', gen_random_uuid(), 'unit', 'S', 'own', gen_random_uuid(),
        gen_random_uuid());
      for f in select p.proname as name,
            format('select count(*) from app.%I(%s) x', p.proname,
              array_to_string(array(select format('null::%s', t::regtype) from unnest(p.proargtypes) with ordinality a (t, n) order by n),
                ', ')) as call
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
    return query("select current_setting('test.readings') as readings");
  });
  return JSON.parse(String(row?.readings));
}

test('no function verifies the seal more than 25 times a call', async () => {
  const found = await readings();
  expect(found.length).toBeGreaterThan(300);
  expect(found.some(({ times }) => times > 1)).toBe(true);
  expect(found.filter(({ times }) => times > limit)).toEqual([]);
});

test('the guard sees one whose joins ask for the identity', async () => {
  await query(`create function app.planted_sees(p_id uuid) returns boolean language sql stable security definer
    set search_path = pg_catalog, pg_temp as $$
    select exists (select from public.tenants t left join public.tenants p on p.id = t.parent_id where t.id = p_id
      and ((app.scope() = 'partner' and app.profile() = 'master' and t.parent_id = app.tenant_id())
        or (app.scope() = 'platform' and app.profile() = 'a2m' and app.tenant_id() in (t.parent_id, p.parent_id)))) $$`);
  try {
    expect((await readings()).filter(({ times }) => times > limit).map(({ name }) => name)).toEqual(['planted_sees']);
  } finally {
    await query('drop function app.planted_sees');
  }
});
