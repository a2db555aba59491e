alter table parties enable row level security, force row level security;
create policy gate on parties to mirante_gate using (true) with check (true);
create policy own on parties to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy wide on parties for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then tenant_id = (select app.tenant_id())
    when 'partner' then tenant_id = (select app.tenant_id())
    else false end);

grant select, update (of_tenant_id), delete on parties to mirante_gate;
grant select, insert, update, delete on parties to mirante_app;
grant select on parties to mirante_wide;
grant select on parties to mirante_job;
