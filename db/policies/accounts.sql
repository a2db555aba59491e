alter table accounts enable row level security, force row level security;
create policy gate on accounts to mirante_gate using (true) with check (true);

grant select, insert, update, update (password), delete on accounts to mirante_gate;
