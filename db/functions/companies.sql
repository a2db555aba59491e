-- Returns the tenants in which the caller's account has an active user who may sign in, most recently used first; only this tenant when the
-- session can't reach the account (app.my_account).
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers may not execute acts, own_rows.
create or replace function app.companies()
returns table (id uuid, name text, kind text, current boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select t.id, t.name, t.kind, t.id = app.tenant_id()
    from app.own_rows() o
      join public.users u on u.tenant_id = o.tenant_id and u.id = o.user_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> app.tenant_id(), u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
alter function app.companies owner to mirante_gate;
revoke all on function app.companies from public;
grant execute on function app.companies to mirante_app;
