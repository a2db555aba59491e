alter table tickets enable row level security, force row level security;
create policy gate on tickets to mirante_gate using (true) with check (true);

grant select, insert, update, delete on tickets to mirante_gate;
