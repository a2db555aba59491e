alter table factor_changes enable row level security, force row level security;
create policy gate on factor_changes to mirante_gate using (true) with check (true);

grant select, insert, update (undone_at), delete on factor_changes to mirante_gate;
