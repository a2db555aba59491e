-- Purges fields deleted more than thirty days ago, with all their values.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on custom_fields.
create or replace function app.purge_custom_fields()
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  perform app.need('{job}');
  for f in
  select x.*
  from public.custom_fields x
  where x.deleted_at <= app.now() - interval '30 days'
  order by x.deleted_at
  limit 50
  for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    perform app.write_audit(f.tenant_id, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels),
      p_user => null, p_home => null);
    n := n + 1;
  end loop;
  return n; end $$;
alter function app.purge_custom_fields owner to mirante_gate;
revoke all on function app.purge_custom_fields from public;
grant execute on function app.purge_custom_fields to mirante_job;
