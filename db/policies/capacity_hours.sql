alter table capacity_hours enable row level security, force row level security;
create policy gate on capacity_hours to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_hours to mirante_gate;

comment on table capacity_hours
  is 'Of no unit: the ledger of a capacity.';
