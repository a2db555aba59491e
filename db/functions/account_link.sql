-- Creates a single-use account link, sent through the platform's mail server only, and revokes the previous link with the same purpose.
-- Returns false when the user may not get this link.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tokens.
create or replace function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_email text, p_life interval,
  p_body jsonb)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  perform app.need('{job}');
  -- Links that undo a factor change or delay a wipe belong to the account, so they stay valid whatever happened to the user since.
  select * into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null
      and (p_purpose in ('account.undo', 'account.lost', 'account.keep') or (x.status in ('A','T') and x.deleted_at is null))
    for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset', 'account.undo', 'account.lost', 'account.keep')
    or (p_purpose = 'account.invite' and u.account_id is not null) then
    return false;
  end if;
  update public.tokens t
    set used_at = app.now()
    where p_purpose <> 'account.undo' and t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
    values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, p_body || jsonb_build_object('email', p_email));
  if p_purpose = 'account.invite' then
    update public.users x set invited_at = app.now() where x.tenant_id = u.tenant_id and x.id = u.id;
  end if;
  return true; end $$;
alter function app.account_link owner to mirante_gate;
revoke all on function app.account_link from public;
grant execute on function app.account_link to mirante_job;
