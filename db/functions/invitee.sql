-- Returns the first user who was invited to administer a tenant in which no administrator has an account, a provider identity or a sign-in.
-- Null if the tenant has an administrator.
-- Internal: called by reinvite_administrator, tenant_facts.
create or replace function app.invitee(p_tenant uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with a as (select u.id, u.created_at, u.status in ('A', 'T') as acts, u.account_id is not null or u.last_sign_in_at is not null
    or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) as known
    from public.users u where u.tenant_id = p_tenant and u.profile in ('admin', 'master') and u.seat is null and u.deleted_at is null)
  select a.id from a where a.acts and not exists (select from a k where k.known) order by a.created_at, a.id limit 1 $$;
alter function app.invitee owner to mirante_gate;
revoke all on function app.invitee from public;
