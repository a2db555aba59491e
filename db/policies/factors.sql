alter table factors enable row level security, force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);

-- Whose a factor is never changes: its owner is no column that anybody may update.
grant select, insert, update (name, step, counter, last_used_at, used_at), delete on factors to mirante_gate;
