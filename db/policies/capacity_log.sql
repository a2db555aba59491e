alter table capacity_log enable row level security, force row level security;
create policy gate on capacity_log to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_log to mirante_gate;

comment on table capacity_log
  is 'Of no unit: the decisions about a capacity; readers see names of their own unit only.';
