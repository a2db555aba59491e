alter table sessions enable row level security, force row level security;
create policy gate on sessions to mirante_gate using (true) with check (true);

grant
  select, insert, update (expires_at, revoked_at, last_seen, address, agent, factor_at, ends_by, proved_at),
    delete on sessions to mirante_gate;
