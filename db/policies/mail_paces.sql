alter table mail_paces enable row level security, force row level security;
create policy gate on mail_paces to mirante_gate using (true) with check (true);

grant select, insert, update on mail_paces to mirante_gate;
