alter table relations enable row level security, force row level security;
create policy gate on relations to mirante_gate using (true) with check (true);

grant select, insert, update (until, ended_at, role, verify, status, standing_until, set_by_id, version), delete on relations to
  mirante_gate;
