alter table failed_messages enable row level security, force row level security;
create policy gate on failed_messages to mirante_gate using (true) with check (true);
create policy own on failed_messages to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on failed_messages to mirante_gate;
grant select, update (dead_at), delete on failed_messages to mirante_app;

comment on table failed_messages
  is 'Messages of the queues that failed; rows of the platform, whose operators try them again or remove them.';
