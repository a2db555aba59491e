alter table imports enable row level security, force row level security;
create policy gate on imports to mirante_gate using (true) with check (true);
create policy own on imports to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on imports to mirante_gate;
grant select, insert, update (upload_sealed, service_import_id, state, error, report_ids, ended_at), delete on imports to mirante_app;
