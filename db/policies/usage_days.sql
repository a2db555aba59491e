alter table usage_days enable row level security, force row level security;
create policy gate on usage_days to mirante_gate using (true) with check (true);
create policy own on usage_days for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy wide on usage_days for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then true
    when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
    else false end);

grant select, insert, update, delete on usage_days to mirante_gate;
grant select on usage_days to mirante_app;
grant select on usage_days to mirante_wide;
