-- Returns what administrators of a tenant see of a user's factors, and how many are bound to this tenant, the only ones they can reset.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on factors.
create or replace function app.person_factors(p_user uuid)
returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, bound int, required boolean,
  waits_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int,
    count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at),
      count(*) filter (where f.kind <> 'recovery' and f.account_id is null)::int, app.factor_required(u.tenant_id, u.profile), u.waits_at
    from public.users u left join public.factors f on f.holder in (u.account_id, u.id)
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null
    group by u.tenant_id, u.id, u.profile, u.waits_at $$;
alter function app.person_factors owner to mirante_gate;
revoke all on function app.person_factors from public;
grant execute on function app.person_factors to mirante_app;
