-- Returns the notices that the tenants above show in the caller's tenant now, with the name of each tenant. A tenant that may not act shows
-- none below.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers may not execute acts.
create or replace function app.notices_above()
returns table (tenant_id uuid, id uuid, source text, title text, "text" text, body jsonb, texts jsonb, severity text, at_login boolean,
  audience jsonb, dismissible boolean, must_acknowledge boolean, starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  with recursive up as (select t.parent_id as id
    from public.tenants t
    where t.id = app.tenant_id()
    union all select t.parent_id
    from up join lateral (select * from public.tenants x where x.id = up.id offset 0) t on true)
  select n.tenant_id, n.id, t.name, n.title, n."text", n.body, n.texts, n.severity, n.at_login, n.audience, n.dismissible,
    n.must_acknowledge, n.starts_at, n.ends_at
    from up
      join lateral (select * from public.tenants x where x.id = up.id and app.acts(x.status, x.trial_ends_at) offset 0) t on true
      join lateral (select * from public.notices x
        where x.tenant_id = t.id and x.withdrawn_at is null and coalesce(x.ends_at, 'infinity'::timestamptz) > app.now()
          and x.starts_at <= app.now() and x.audience_below offset 0) n on true $$;
alter function app.notices_above owner to mirante_gate;
revoke all on function app.notices_above from public;
grant execute on function app.notices_above to mirante_app;
