alter table devices enable row level security, force row level security;
create policy gate on devices to mirante_gate using (true) with check (true);

grant select, insert, update, delete on devices to mirante_gate;
