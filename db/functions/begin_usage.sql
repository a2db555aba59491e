-- Gives a new tenant its row for each usage period, so it is listed before usage is counted again.
-- Trigger on tenants.
-- Security definer: callers lack the grants on usage_sums.
create or replace function app.begin_usage()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.usage_sums (tenant_id, days) select new.id, p.days from unnest('{7,30,90,365}'::int[]) p (days);
  return null; end $$;
alter function app.begin_usage owner to mirante_gate;
revoke all on function app.begin_usage from public;

create or replace trigger tenants_usage after insert on tenants for each row execute function app.begin_usage();
