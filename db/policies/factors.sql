alter table factors enable row level security, force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);

grant select, insert, update, delete on factors to mirante_gate;
