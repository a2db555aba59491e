alter table sign_ins enable row level security, force row level security;
create policy gate on sign_ins to mirante_gate using (true) with check (true);
create policy own on sign_ins to mirante_app using (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on sign_ins to mirante_gate;
grant select on sign_ins to mirante_app;
