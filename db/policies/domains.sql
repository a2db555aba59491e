alter table domains enable row level security, force row level security;
create policy gate on domains to mirante_gate using (true) with check (true);
create policy own on domains for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_job on domains for select to mirante_job using (tenant_id = (select app.tenant_id()));
create policy wide on domains for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then true
    when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
    else false end);

grant select, insert, update (main), delete on domains to mirante_gate;
grant select on domains to mirante_app;
grant select on domains to mirante_wide;
grant select on domains to mirante_job;
