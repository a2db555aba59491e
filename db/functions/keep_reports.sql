-- Enforces the report limit that the layer above set, where the row is written.
-- Trigger on reports.
-- Raises: report_limit.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_reports()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  for d in
  select f.tenant_id, t.report_limit
  from (select distinct tenant_id from fresh) f join public.tenants t on t.id = f.tenant_id
  where t.report_limit is not null
  order by 1 loop
    perform 1 from public.tenants t where t.id = d.tenant_id for no key update;
    if (select count(*) from public.reports r where r.tenant_id = d.tenant_id) > d.report_limit then
      raise exception 'report_limit' using errcode = 'MT423';
    end if;
  end loop;
  return null; end $$;
alter function app.keep_reports owner to mirante_gate;
revoke all on function app.keep_reports from public;

create or replace trigger reports_within after insert on reports referencing new table as fresh for each statement
  execute function app.keep_reports();
