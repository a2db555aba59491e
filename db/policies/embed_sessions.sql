alter table embed_sessions enable row level security, force row level security;
create policy gate on embed_sessions to mirante_gate using (true) with check (true);
create policy own on embed_sessions to mirante_app using (tenant_id = (select app.tenant_id()));

grant select, insert, update (last_seen, ended_at), delete on embed_sessions to mirante_gate;
grant select on embed_sessions to mirante_app;
