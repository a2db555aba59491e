alter table usage_totals enable row level security, force row level security;
create policy gate on usage_totals to mirante_gate using (true) with check (true);
create policy wide on usage_totals for select to mirante_wide using (case (select app.scope()) when 'platform' then true else false end);

grant select, insert, update, delete on usage_totals to mirante_gate;
grant select on usage_totals to mirante_wide;

comment on table usage_totals is 'Of the platform as a whole: no tenant owns a row, and only the platform reads it.';
