create schema if not exists tests;

-- An id that stands for another one in a copy; the same id gives the same one in every table, so references hold.
create function tests.copied(p_id uuid, p_copy text) returns uuid immutable parallel safe return md5(p_id::text || p_copy)::uuid;
create function tests.copied_all(p_ids uuid[], p_copy text) returns uuid[] immutable parallel safe
  return case when cardinality(p_ids) = 0 then p_ids
    else (select array_agg(tests.copied(id, p_copy) order by at) from unnest(p_ids) with ordinality as each (id, at)) end;

-- Copies everything that is stored of some tenants, `p_times` over, and each thing inside a copy `p_inside` times.
-- What must be unique by itself gets the copy's name added. Foreign keys and triggers rest: a copy is as right as what it was copied from.
create function tests.crowd(p_tenants uuid[], p_times int, p_inside int) returns void language plpgsql as $$
declare
  v_table record;
  v_values text;
  v_of text;
begin
  set local session_replication_role = replica;
  for v_table in
    select c.oid, c.relname,
           bool_or(a.attname = 'tenant_id') as has_tenant, bool_or(a.attname = 'account_id') as has_account,
           exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary and x.indnatts = 1
                   and (select attname from pg_attribute k where k.attrelid = c.oid and k.attnum = x.indkey[0]) = 'tenant_id') as is_single
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid, c.relname
  loop
    v_of := case when v_table.relname = 'tenants' then 'x.id = any ($1)'
                 when v_table.relname = 'accounts' then 'x.id in (select account_id from public.users where tenant_id = any ($1))'
                 when v_table.has_tenant then 'x.tenant_id = any ($1)'
                 when v_table.has_account then 'x.account_id in (select account_id from public.users where tenant_id = any ($1))' end;
    continue when v_of is null;
    select string_agg(case
        when a.atttypid = 'uuid'::regtype then format(
          'case when x.%1$I = any ($1) then tests.copied(x.%1$I, copy.n::text) '
            'when exists (select from public.tenants o where o.id = x.%1$I) then x.%1$I else tests.copied(x.%1$I, copy.n || ''-'' || within.j) end', a.attname)
        when a.atttypid = 'uuid[]'::regtype then format('tests.copied_all(x.%I, copy.n || ''-'' || within.j)', a.attname)
        when v_table.relname = 'tenants' and a.attname = 'sort_key' then 'lpad(copy.n::text, 4, ''0'') || x.sort_key'
        when u.is_unique and a.atttypid = 'bytea'::regtype then format('sha256(x.%I || convert_to(copy.n || ''-'' || within.j, ''UTF8''))', a.attname)
        when u.is_unique and a.atttypid = 'text'::regtype and not u.is_checked then format('x.%I || ''-'' || copy.n || ''-'' || within.j', a.attname)
        else format('x.%I', a.attname) end, ', ' order by a.attnum)
      into v_values
      from pg_attribute a cross join lateral (select
        exists (select from pg_index x where x.indrelid = a.attrelid and x.indisunique and a.attnum = any (x.indkey)) as is_unique,
        exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey)) as is_checked) u
     where a.attrelid = v_table.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
    execute format('insert into public.%1$I (%2$s) overriding system value select %3$s '
        'from public.%1$I x, generate_series(1, $2) copy (n), generate_series(1, $3) within (j) where %4$s on conflict do nothing',
      v_table.relname,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = v_table.oid and attnum > 0 and not attisdropped and attgenerated = ''),
      v_values, v_of)
      using p_tenants, p_times, case when v_table.relname in ('tenants', 'domains') or v_table.is_single then 1 else p_inside end;
  end loop;
end $$;

-- What no place has a row of, for fifteen people of every copied tenant: a table without rows is read whole at any size, and shows nothing.
create function tests.crowd_more() returns void language plpgsql as $$ begin
  set local session_replication_role = replica;
  create temp table few on commit drop as
    select t.id as t, u.id as u, coalesce(u.account_id, u.id) as a, u.n,
        (select r.id from public.reports r where r.tenant_id = t.id limit 1) as r
      from public.tenants t join lateral (select x.*, row_number() over () as n from public.users x where x.tenant_id = t.id limit 15) u on true
     where t.sort_key ~ '^\d{4}';
  insert into public.devices (hash, tenant_id, user_id) select sha256(uuid_send(u)), t, u from few;
  insert into public.sign_ins (tenant_id, id, user_id, way, outcome) select t, gen_random_uuid(), u, 'password', 'ok' from few;
  insert into public.visits (tenant_id, id, user_id, report_id) select t, gen_random_uuid(), u, r from few where r is not null;
  insert into public.report_states (tenant_id, user_id, report_id, state) select t, u, r, 's' from few where r is not null;
  insert into public.report_view_defaults (tenant_id, user_id, report_id, view_id) select t, u, r, r from few where r is not null;
  insert into public.report_shares (tenant_id, id, report_id, user_id, to_user_id) select t, gen_random_uuid(), r, u, u from few where r is not null;
  insert into public.comment_reads (tenant_id, report_id, user_id) select t, r, u from few where r is not null;
  insert into public.comment_mentions (tenant_id, comment_id, user_id) select t, gen_random_uuid(), u from few;
  insert into public.viewers (tenant_id, target_id, user_id) select t, gen_random_uuid(), u from few;
  insert into public.maintenance_waiters (tenant_id, maintenance_id, user_id) select t, gen_random_uuid(), u from few;
  insert into public.questionnaires (tenant_id, user_id) select t, u from few;
  insert into public.factor_changes (id, account_id, tenant_id, user_id, what) select gen_random_uuid(), a, t, u, 'added' from few;
  insert into public.holidays (tenant_id, name, month, month_day) select t, 'Holiday', 1, 1 from few;
  insert into public.capacities (id, arm_id, kind, name, base_size) select u, 'crowd ' || u, 'fabric', 'c', 'F2' from few where n <= 4;
  insert into public.capacity_log (capacity_id, what, is_on, size, cause) select u, 'on', true, 'F2', 'shift' from few where n <= 4;
  insert into public.capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
    select u, date_trunc('hour', now()), 'F2', 'shift', 1, 1 from few where n <= 4;
  insert into public.capacity_demand (capacity_id, at, viewers, work, wakes) select u, now(), 1, 0, 0 from few where n <= 4;
  insert into public.capacity_waiters (tenant_id, capacity_id, user_id, report_id) select t, u, u, r from few where r is not null and n <= 4;
  -- Over, as almost all notices are: neither sign-in nor home reads these.
  insert into public.notices (tenant_id, id, title, text, at_login, starts_at, ends_at)
    select t, u, 'Notice', 'Text', n % 2 = 1, now() - interval '2 days', now() - interval '1 day' from few;
  insert into public.notice_states (tenant_id, notice_tenant_id, notice_id, user_id, dismissed_at) select t, t, u, u, now() from few;
  insert into public.faq_votes (tenant_id, user_id, entry_id, helped) select t, u, u, true from few;
  insert into public.mail_templates (tenant_id, kind, language, subject, html, button)
    select t, 'kind ' || n, 'es', 'Subject', '<p>Text</p>', 'Open' from few;
  insert into public.mails (tenant_id, id, address, kind) select t, gen_random_uuid(), u || '@people.test', 'test' from few;
  insert into public.import_mappings (tenant_id, header, field) select t, 'header ' || n, 'name' from few;
  insert into public.scim_settings (tenant_id) select t from few where n = 1;
  insert into public.scim_log (tenant_id, method, kind, status) select t, 'GET', 'User', 200 from few;
  insert into public.usage_days (tenant_id, day, views, viewers, seconds) select t, current_date - n::int, 1, 1, 1 from few;
  -- A different number for every second one, in the same order in any crowd: the others are not used at all.
  update public.usage_sums s set views = 1000000 - x.at
    from (select id, row_number() over (order by sort_key) as at from public.tenants where sort_key ~ '^\d{4}') x
   where s.tenant_id = x.id and x.at % 2 = 1;
  insert into public.embed_tokens (tenant_id, key) select t, 'report ' || n from few;
  insert into public.outbox (tenant_id, kind, due_at) select t, 'mail', now() + interval '1 year' from few;
  insert into public.attempts (key, n, until) select 'u crowd ' || u, 1, now() + interval '1 hour' from few;
end $$;
