-- Only in tests: everything that is stored of some tenants, as one line per table. The guards ask thousands of times, so the plan is made once.
create schema tests;
do $make$ begin
  execute (
    select 'create function tests.fingerprint(tenants uuid[]) returns table (name text, content text) language plpgsql stable '
      'set plan_cache_mode to force_generic_plan set enable_seqscan to off as $body$ begin return query '
      || string_agg(
        format('select %L, md5(string_agg(r, ''|'' order by r)) from (select (to_jsonb(t) - ''last_seen'')::text as r '
          'from public.%I t where t.tenant_id = any (tenants)) rows', c.relname, c.relname),
        ' union all ')
      || '; end $body$'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace);
end $make$;
