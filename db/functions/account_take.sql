-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing hash that was verified
-- and the account is linked unchanged. With p_proof it also creates the proof that starts a session, for an invitation or a forced password
-- change. A reset starts no session: it only shows that the user reads the mailbox. Returns the account's id.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, attempts, factors and 3 more.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea,
  p_address text, p_request text, p_proof bytea)
returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null
    for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a
    from public.accounts x
    where case when u.account_id is null then x.email = v_email else x.id = u.account_id end
    for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  if p_new is not null then
    if k.purpose = 'account.change' then
      perform app.end_account(a.id, null);
      perform app.forget_devices(a.id, u.tenant_id, u.id, p_device);
    else
      perform app.raise_epoch(a.id);
      -- The address was never verified, so factors that were set up before this invitation are dropped.
      if a.verified_at is null and u.account_id is null then delete from public.factors f where f.account_id = a.id; end if;
    end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.purpose when 'account.change' then x.verified_at else app.now() end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t
    set used_at = app.now()
    where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
      and t.purpose in ('account.invite', 'account.reset', 'account.change');
  perform app.lock_attempts(array['u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  perform app.write_audit(u.tenant_id,
    case
        when u.account_id is null then 'account.accepted'
        when k.purpose = 'account.change' then 'account.password'
        else 'account.reset' end,
    u.id, p_ip => p_address, p_request => p_request, p_user => u.id, p_home => u.tenant_id);
  if k.purpose <> 'account.invite' then
    insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id));
  end if;
  if p_proof is not null and k.purpose in ('account.invite', 'account.change') then
    perform app.proof_make(p_proof, 'proof', k.tenant_id, p_host,
      jsonb_build_object('way', case k.purpose when 'account.invite' then 'invitation' else 'password' end, 'userId', u.id,
        'from', '\x' || encode(p_hash, 'hex'),
      'seen', '\x' || encode(sha256(convert_to(coalesce(p_new, a.password), 'UTF8')), 'hex')));
  end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_door;
