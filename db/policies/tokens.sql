alter table tokens enable row level security, force row level security;
create policy gate on tokens to mirante_gate using (true) with check (true);

grant select, insert, update (used_at), delete on tokens to mirante_gate;
