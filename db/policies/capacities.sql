alter table capacities enable row level security, force row level security;
create policy gate on capacities to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacities to mirante_gate;

comment on table capacities
  is 'Of no unit: several units may reach one capacity, and its functions say what each of them sees.';
