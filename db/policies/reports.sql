alter table reports enable row level security, force row level security;
create policy gate on reports to mirante_gate using (true) with check (true);
create policy own on reports to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy wide on reports for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then true
    when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
    else false end);

grant select, update (group_id, subgroup_id, hidden, checked_at, custom), delete on reports to mirante_gate;
grant select, insert, update, update (data_at, freshness, checked_at), delete on reports to mirante_app;
grant select on reports to mirante_wide;
grant select, update (data_at, freshness, checked_at, load_schedule, custom) on reports to mirante_job;
