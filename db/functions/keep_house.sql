-- Guards a tenant's protected configuration: identity providers, embedding keys, directory tokens and mappings, the mail server, service
-- accounts, domains, the partner's rights, and users' rights. Each trigger names the kinds of sessions that may change it besides users'
-- own. Connection tests, last-used marks and renames don't count.
-- Trigger on capacity_members, domains, embed_keys and 10 more.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_house()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains))
  execute function app.keep_house('job', 'door');
create or replace trigger identities_kept after insert on identities for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at, old.provider_kind, old.provider_issuer)
    is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at, new.provider_kind, new.provider_issuer))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row
  when (new.profile is not null)
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row
  execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email,
    new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id,
    new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
-- Users' access hours are read in it.
create or replace trigger tenants_zone_changed after update of zone on tenants for each row
  when (old.zone is distinct from new.zone)
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row
  when (old.main is distinct from new.main)
  execute function app.keep_house('job', 'door');
create or replace trigger capacity_members_kept after insert on capacity_members for each row
  execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row
  when (new.kind = 'partner')
  execute function app.keep_house('job', 'door');
-- Suspending or ending a partner is an emergency switch, so it never requires a fresh factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner'
    and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until)
      or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job',
    'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote,
    new.remote_until)) execute function app.keep_house('job',
    'directory', 'door');
create or replace trigger shifts_kept after insert on shifts for each row
  when (new.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');
create or replace trigger shifts_changed after update or delete on shifts for each row
  when (old.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');
