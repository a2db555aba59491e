-- Sends the first administrator's invitation again, optionally to another address, as long as no administrator of the tenant has an account
-- or has ever signed in. It is the only change that the layer above can make to users of a tenant below without entering it, and it is
-- recorded in both audit logs.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute acts, below, invitee, write_audit.
create or replace function app.reinvite_administrator(p_id uuid, p_user uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t public.tenants; u public.users; begin
  perform app.need('{own}');
  if app.below(p_id) is not true then return 'none'; end if;
  select x.* into t from public.tenants x where x.id = p_id and x.deleted_at is null for no key update;
  if not found or app.acts(t.status, t.trial_ends_at) is not true then return 'none'; end if;
  select x.* into u
    from public.users x
    where x.tenant_id = p_id and x.id = p_user and x.profile in ('admin', 'master') and x.status in ('A', 'T') and x.seat is null
      and x.deleted_at is null
    for update;
  if not found then return 'none'; end if;
  if app.invitee(p_id) is distinct from p_user then return 'accepted'; end if;
  update public.users x
    set email = coalesce(p->>'email', x.email), invited_at = app.now(), version = x.version + 1
    where x.tenant_id = p_id and x.id = p_user;
  insert into public.outbox (tenant_id, kind, body) values (p_id, 'account.invite', jsonb_build_object('user_id', p_user));
  perform app.write_audit(x, 'tenant.invite', p_id,
    jsonb_build_object('before', jsonb_build_object('administrator', u.email),
        'after', jsonb_build_object('name', t.name, 'administrator', coalesce(p->>'email', u.email))),
    p->>'ip', p->>'request', p_home => app.tenant_id()) from unnest(array[app.tenant_id(), p_id]) x;
  return 'ok'; end $$;
alter function app.reinvite_administrator owner to mirante_gate;
revoke all on function app.reinvite_administrator from public;
grant execute on function app.reinvite_administrator to mirante_app;
