-- Returns whether a session from which units are entered lacks a second factor of the last 12 hours, although its user has one or must have
-- one.
-- Internal: called by factor_stale, may_visit.
create or replace function app.factor_aged(p_sid uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id
    where s.id = p_sid and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder in (u.account_id, u.id)))) $$;
alter function app.factor_aged owner to mirante_gate;
revoke all on function app.factor_aged from public;
