alter table attempts enable row level security, force row level security;
create policy gate on attempts to mirante_gate using (true) with check (true);

grant select, insert, update, delete on attempts to mirante_gate;
