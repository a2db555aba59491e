alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id())))
  with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide
  using (seat is null
    and case (select app.scope())
      when 'platform' then true
      when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
      else false end);

grant
  select, insert,
    update (account_id, email, name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username,
      rls_roles, version, last_sign_in_at, preferences, custom, custom_own, home_page, picture, own_hours, shift_ids, invited_at,
      status_reason,
      removed_account_id, purged_at, waits_at, user_name, user_name_key, external_id, scim, scim_at, raised),
    delete on users to mirante_gate;
grant
  select,
    insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username, rls_roles,
      preferences, custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, shift_ids,
      allow_remote,
      remote_until, invited_at, status_reason, status_at, added_by_id, user_name, user_name_key, external_id, scim, scim_at, scim_token_id),
    update (email, name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles,
      version, preferences, custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, shift_ids,
      allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told, user_name, user_name_key, external_id,
      scim, scim_at, scim_token_id) on users to mirante_app;
grant select on users to mirante_wide;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id), update (email, name, sort_key, profile, flags, status, rights, language,
  phone, department, "position", rls_username, rls_roles, version, preferences, custom, home_page, home_report_id, theme_id, picture,
  expires_at, ip_exempt, own_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told) on users
  to mirante_job;
