alter table players enable row level security, force row level security;
create policy gate on players to mirante_gate using (true) with check (true);
create policy own on players to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update (address, last_seen, ended_at), delete on players to mirante_gate;
grant select, update (address, last_seen) on players to mirante_app;
