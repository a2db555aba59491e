alter table tenant_counts enable row level security, force row level security;
create policy gate on tenant_counts to mirante_gate using (true) with check (true);
create policy wide on tenant_counts for select to mirante_wide using (case (select app.scope()) when 'platform' then true else false end);

revoke delete on tenant_counts from mirante_gate;
grant select, insert, update on tenant_counts to mirante_gate;
grant select on tenant_counts to mirante_wide;

comment on table tenant_counts is 'Of the platform as a whole: no tenant owns a row, and only the platform reads it.';
