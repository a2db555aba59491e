-- Tasks post notices.

-- ### What goes

drop policy gate on notices;
drop policy own on notices;
revoke all on notices from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Row-level security, policies and grants

alter table notices enable row level security, force row level security;
create policy gate on notices to mirante_gate using (true) with check (true);
create policy own on notices to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on notices to mirante_gate;
grant select, insert, update, delete on notices to mirante_app;
grant select, insert on notices to mirante_job;
