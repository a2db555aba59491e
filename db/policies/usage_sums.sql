alter table usage_sums enable row level security, force row level security;
create policy gate on usage_sums to mirante_gate using (true) with check (true);
create policy wide on usage_sums for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then true
    when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
    else false end);

grant select, insert, update, delete on usage_sums to mirante_gate;
grant select on usage_sums to mirante_wide;
