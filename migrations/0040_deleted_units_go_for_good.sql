-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Thirty days after its deletion a unit's data goes for good. Of every table that is made from now on the gate may do so too.
alter default privileges in schema public grant select, delete on tables to mirante_gate;
do $$ declare t regclass; begin
  for t in select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'audit' loop
    execute format('grant select, delete on %s to mirante_gate', t);
  end loop; end $$;
grant delete on tenants to mirante_gate;
grant update (of_tenant_id) on parties to mirante_gate;

create function app.due_units(p_n int) returns table (id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from public.tenants t where t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days' and not exists (select from public.tenants c where c.parent_id = t.id) order by t.deleted_at limit least(p_n, 20) $$;

-- Everything that is the unit's, whatever refers to what: a table that others still refer to comes again in the next round. The records of what
-- was done stay without what they said; an account stays with whoever has it elsewhere too.
create function app.purge_unit(p_id uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  select t.parent_id into v_up from public.tenants t where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a from public.users u, unnest(array[u.account_id, u.removed_account_id]) a where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  v_left := array(select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit' order by c.relname);
  loop
    v_next := '{}';
    foreach v_table in array v_left loop
      begin execute format('delete from public.%I where tenant_id = $1', v_table) using p_id;
      exception when foreign_key_violation then v_next := v_next || v_table; end;
    end loop;
    exit when cardinality(v_next) = 0;
    if cardinality(v_next) = cardinality(v_left) then raise exception 'held: %', v_next using errcode = 'MT409'; end if;
    v_left := v_next;
  end loop;
  delete from public.tenants t where t.id = p_id;
  delete from public.accounts a where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) values (v_up, null, null, null, 'tenant.purge', p_id); end if;
  return true; end $$;
do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.due_units(int)', 'app.purge_unit(uuid)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.due_units(int), app.purge_unit(uuid) to mirante_job;
