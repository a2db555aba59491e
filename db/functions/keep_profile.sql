-- Keeps profiles to their kind of tenant: operators in the platform, masters in partners, administrators and ordinary users in units.
-- Enforced for every role that the product signs in as; the owner, which sets databases up, is exempt.
-- Trigger on users.
-- Raises: profile.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_profile()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if pg_has_role(session_user, 'mirante_gate', 'member') then return new; end if;
  if not exists (select from public.tenants t
    where t.id = new.tenant_id
      and t.kind = case new.profile when 'a2m' then 'platform' when 'master' then 'partner' else 'unit' end) then
    raise exception 'profile' using errcode = '23514'; end if;
  return new; end $$;
alter function app.keep_profile owner to mirante_gate;
revoke all on function app.keep_profile from public;

create or replace trigger users_profile_fits before insert or update of profile on users for each row execute function app.keep_profile();
