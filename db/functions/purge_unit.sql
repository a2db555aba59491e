-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it. Raises 'held' with the tables that couldn't be emptied.
-- Callers: mirante_job (job).
-- Raises: held.
-- Security definer: callers lack the grants on accounts, audit, failed_messages and 4 more.
create or replace function app.purge_unit(p_id uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  perform app.need('{job}');
  -- Taken before the unit is locked, in the same order as in count_usage.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  select t.parent_id into v_up
    from public.tenants t
    where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a
    from public.users u, unnest(array[u.account_id, u.removed_account_id]) a
    where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  delete from public.failed_messages f where f.unit_id = p_id;
  v_left := array(select c.relname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit'
    order by c.relname);
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
  delete from public.accounts a
    where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then
    perform app.write_audit(v_up, 'tenant.purge', p_id, p_user => null, p_home => null);
  end if;
  return true; end $$;
alter function app.purge_unit owner to mirante_gate;
revoke all on function app.purge_unit from public;
grant execute on function app.purge_unit to mirante_job;
