alter table capacity_demand enable row level security, force row level security;
create policy gate on capacity_demand to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_demand to mirante_gate;

comment on table capacity_demand
  is 'Of no unit: the demand of all units together, as numbers.';
