alter table tenants enable row level security, force row level security;
create policy gate on tenants to mirante_gate using (true) with check (true);
create policy own on tenants to mirante_app, mirante_job using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy wide on tenants for select to mirante_wide
  using (case (select app.scope())
    when 'platform' then true
    when 'partner' then parent_id = (select app.tenant_id()) or id = (select app.tenant_id())
    else false end);

grant select, insert, update (name, sort_key, status, epoch, trial_ends_at, user_limit, restrict_accounts, allow_reports, users_used,
  bonus_users, domain_limit, report_limit, default_directory, trial_told, payer_tenant_id, payer_id, status_reason, deleted_at, version,
  own_domain, hidden_by_partner, hidden_by_platform, blocked_by, deleted_by, trial_by, platform_limits), delete on tenants to mirante_gate;
grant select, update (epoch, language, zone) on tenants to mirante_app;
grant select on tenants to mirante_wide;
grant select, update (users_told) on tenants to mirante_job;
