-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Values of custom fields are found by what they fold to; numbers by a text that sorts as they do (decimal(18,6), so below 10^12).
create function app.custom_fold(v text) returns text immutable
  return left(btrim(regexp_replace(lower(regexp_replace(normalize(v, NFKD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g')), 200);
create function app.custom_number(v numeric) returns text immutable return to_char(v + 1000000000000, 'FM0000000000000.000000');
create function app.custom_found(p_type text, p_value jsonb) returns setof text immutable begin atomic
  select distinct case p_type when 'number' then app.custom_number(x.v::numeric) when 'date' then x.v else app.custom_fold(x.v) end
    from (select jsonb_array_elements_text(p_value) as v where jsonb_typeof(p_value) = 'array' union all select p_value #>> '{}' where jsonb_typeof(p_value) in ('string', 'number')) x where x.v <> ''; end;

-- The name that goes to the report service: {email} and {{cf_…}} stand for a person's own. A value that is empty leaves no name at all.
create function app.identity_name(p_template text, p_email text, p_values jsonb) returns text immutable begin atomic
  select case when bool_or(m.parts[1] ~ '^\{\{cf_' and coalesce(p_values ->> btrim(m.parts[1], '{}'), '') !~ '\S') then null
      else string_agg(case when m.parts[1] = '{email}' then p_email when m.parts[1] ~ '^\{\{cf_' then p_values ->> btrim(m.parts[1], '{}') else m.parts[1] end, '' order by m.n) end
    from regexp_matches(p_template, '\{\{cf_[a-z0-9_]+\}\}|\{email\}|[^{]+|\{', 'g') with ordinality m (parts, n); end;

-- The fields that are in force in a tenant: its own, and the global ones of the tenants above it.
create function app.custom_fields_of(p_tenant uuid) returns setof public.custom_fields language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = p_tenant union all select t.parent_id, n + 1 from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select f.* from public.custom_fields f where f.tenant_id = p_tenant
  union all select f.* from up join lateral (select x.* from public.custom_fields x where x.tenant_id = up.parent_id and x.global offset 0) f on true $$;

create function app.custom_fields_above() returns setof public.custom_fields language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.* from app.custom_fields_of(app.tenant_id()) f where f.tenant_id <> app.tenant_id() and f.deleted_at is null $$;

create function app.tenants_below(p_tenant uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive down as (select p_tenant as id union all select t.id from down join public.tenants t on t.parent_id = down.id) select id from down $$;

-- A key for a new field that nobody above, beside or below has; null where there are fifty already. One field is made at a time.
create function app.new_custom_key(p_base text, p_global boolean) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then return null; end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from public.custom_fields f where f.tenant_id in (select app.tenants_below(app.tenant_id())) and f.key = v_key) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;

-- What of a person may stand in an identity: the values of the living identity fields.
create function app.identity_values(p_custom jsonb) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key) filter (where p_custom ? f.key), '{}') from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple' $$;

-- Where the values of a field stand: how many people or reports have one (a row without an option), and how often each option is chosen.
create function app.custom_use(p_id uuid) returns table (option text, n bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; begin
  select x.* into f from app.custom_fields_of(app.tenant_id()) x where x.id = p_id;
  if f.id is null then return; end if;
  v_where := case when f.global and f.tenant_id = app.tenant_id() then array(select app.tenants_below(f.tenant_id)) else array[app.tenant_id()] end;
  return query with c as materialized (select u.custom -> f.key as v from public.users u where f.of = 'user' and u.tenant_id = any (v_where) and u.deleted_at is null and u.custom ? f.key
      union all select r.custom -> f.key from public.reports r where f.of = 'report' and r.tenant_id = any (v_where) and r.custom ? f.key)
    select null::text, count(*) from c
    union all (select x.o, count(*) from c, lateral (select jsonb_array_elements_text(c.v) as o where jsonb_typeof(c.v) = 'array' union all select c.v #>> '{}' where jsonb_typeof(c.v) = 'string') x
      where f.type in ('text', 'list', 'multiple', 'single') group by 1 order by 2 desc, 1 limit 1000); end $$;

-- Whoever writes a person or a report, by hand or by the thousand, keeps what is found by searchable fields.
create function app.keep_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.custom_values v where v.tenant_id = new.tenant_id and v.row_id = new.id;
  insert into public.custom_values (tenant_id, row_id, key, value) select new.tenant_id, new.id, f.key, x.v
    from app.custom_fields_of(new.tenant_id) f, lateral app.custom_found(f.type, new.custom -> f.key) x (v) where f.searchable and new.custom ? f.key on conflict do nothing;
  return null; end $$;
create function app.drop_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.custom_values v using gone g where v.tenant_id = g.tenant_id and v.row_id = g.id; return null; end $$;

-- A field that becomes searchable, or is of another type now, is found by the values that stand already.
create function app.refill_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_where uuid[] := case when new.global then array(select app.tenants_below(new.tenant_id)) else array[new.tenant_id] end; begin
  delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = new.key;
  if new.searchable and new.of = 'user' then
    insert into public.custom_values (tenant_id, row_id, key, value) select u.tenant_id, u.id, new.key, x.v from public.users u, lateral app.custom_found(new.type, u.custom -> new.key) x (v)
      where u.tenant_id = any (v_where) and u.custom ? new.key on conflict do nothing;
  elsif new.searchable then
    insert into public.custom_values (tenant_id, row_id, key, value) select r.tenant_id, r.id, new.key, x.v from public.reports r, lateral app.custom_found(new.type, r.custom -> new.key) x (v)
      where r.tenant_id = any (v_where) and r.custom ? new.key on conflict do nothing;
  end if;
  return null; end $$;

-- Thirty days after its deletion a field goes for good, with every value of it.
create function app.purge_custom_fields() returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  for f in select x.* from public.custom_fields x where x.deleted_at <= app.now() - interval '30 days' order by x.deleted_at limit 50 for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (f.tenant_id, null, null, null, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels));
    n := n + 1;
  end loop;
  return n; end $$;

create trigger users_custom_added after insert on users for each row when (new.custom <> '{}') execute function app.keep_custom_values();
create trigger users_custom_changed after update of custom on users for each row when (old.custom is distinct from new.custom) execute function app.keep_custom_values();
create trigger users_custom_gone after delete on users referencing old table as gone for each statement execute function app.drop_custom_values();
create trigger reports_custom_added after insert on reports for each row when (new.custom <> '{}') execute function app.keep_custom_values();
create trigger reports_custom_changed after update of custom on reports for each row when (old.custom is distinct from new.custom) execute function app.keep_custom_values();
create trigger reports_custom_gone after delete on reports referencing old table as gone for each statement execute function app.drop_custom_values();
create trigger custom_fields_searched after update of searchable, type on custom_fields for each row when (old.searchable is distinct from new.searchable or old.type is distinct from new.type) execute function app.refill_custom_values();

grant insert, select, delete on custom_values to mirante_gate;
grant update (custom) on users, reports to mirante_gate;
-- A row is locked before it goes.
grant delete, update (version) on custom_fields to mirante_gate;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.custom_fields_of(uuid)', 'app.custom_fields_above()', 'app.tenants_below(uuid)', 'app.new_custom_key(text, boolean)', 'app.identity_values(jsonb)', 'app.custom_use(uuid)',
      'app.keep_custom_values()', 'app.drop_custom_values()', 'app.refill_custom_values()', 'app.purge_custom_fields()']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.custom_fold(text), app.custom_number(numeric), app.custom_found(text, jsonb), app.identity_name(text, text, jsonb) from public;
grant execute on function app.custom_fold(text), app.custom_number(numeric) to mirante_gate, mirante_app, mirante_job;
grant execute on function app.custom_found(text, jsonb) to mirante_gate;
grant execute on function app.identity_name(text, text, jsonb), app.identity_values(jsonb) to mirante_app, mirante_job;
grant execute on function app.custom_fields_above() to mirante_app, mirante_job;
grant execute on function app.new_custom_key(text, boolean), app.custom_use(uuid) to mirante_app;
grant execute on function app.purge_custom_fields() to mirante_job;
