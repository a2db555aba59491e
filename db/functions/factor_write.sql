-- Changes a user's own factors: the account's if app.my_account() reaches it, else those bound to the user in this unit ('prove' when the
-- caller meant the other holder). The proof is a passkey, the verified password with a code, or nothing if the user has neither. A password
-- alone counts only within 15 minutes of a factor given in this session, or if the account has no factors; a code alone only if the account
-- has no password, or for a change that alters nothing ('confirm'). The first factor of a user with nothing to prove themselves by requires
-- a sign-in within the last 15 minutes. Returns 'ok' or the reason.
-- Callers: mirante_app (own).
-- Raises: factor_due.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean;
  v_held boolean; v_name text; v_kind text; v_ticket jsonb; v_gone jsonb := '[]'; v_made uuid[];
begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
    for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then
    return 'prove';
  end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  v_held := exists (select from public.factors f where f.holder in (u.id, u.account_id));
  -- Checked first, so a change that can't happen uses up no proof.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then
      return 'none';
    end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery')
      and app.factor_required_of(v_holder) then
      return 'required';
    end if;
  end if;
  if p_what = 'passkey' then
    -- Whether the user may add it, and for the account or this unit, was checked when the challenge was created.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text or v_ticket->>'holder' is distinct from v_holder::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then
        if v_any or a.password is not null then return 'proof'; end if;
        -- A stolen session can't plant a factor: an existing one must be given first, and a user without any must just have signed in
        -- through the unit's own method.
        if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
        if v_at is null
          and not exists (select from public.sessions s
            where s.id = app.my_session() and s.created_at > app.now() - interval '15 minutes') then
          return 'again';
        end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        if p_what <> 'confirm' and p_proof->>'kind' is distinct from 'passkey' and a.password is not null
          and p_proof->>'seen' is distinct from a.password then
          return case when p_proof->>'seen' is null then 'proof' else 'wrong' end;
        end if;
        -- A passkey's answer counts only for this user and host, and once.
        if p_proof->>'kind' = 'passkey'
          and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id,
            p_proof->>'host')->>'proves' is distinct from u.id::text then
          return 'over';
        end if;
        if app.factor_spend(v_holders, p_proof) is not true then return 'wrong'; end if;
        v_at := app.now(); end case;
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account)
      and app.code_take(v_account, (p_body->>'mailed')::bytea) is not true then
      return 'mail';
    end if;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
        values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id, 'holder', v_holder),
          app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f
        where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then
        return 'over';
      end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(v_account, u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); end if;
      -- The very first factor counts as given. One that is added beside a factor that wasn't given grants nothing.
      if not v_held then v_at := app.now(); end if;
      v_made := array(select f.id
        from public.factors f
        where f.holder = v_holder and (not v_any or f.id = (p_body->'factor'->>'id')::uuid));
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'added', v_name, v_made, '[]'); end if;
    when 'rename' then
      update public.factors f
        set name = p_body->>'name'
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      v_gone := app.factor_rows(v_account, (p_body->>'id')::uuid, null);
      delete from public.factors f
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then
        v_gone := v_gone || app.factor_rows(v_account, null, null);
        delete from public.factors f where f.holder = v_holder;
      end if;
      update public.devices d
        set trusted_at = null, trusted_by = null
        from public.users o
        where (o.account_id = v_holder or (o.tenant_id = u.tenant_id and o.id = v_holder)) and d.tenant_id = o.tenant_id
          and d.user_id = o.id;
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'removed', v_name, null, v_gone); end if;
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      v_gone := app.factor_rows(v_account, null, 'recovery');
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
      if v_account is not null then
        perform app.factor_changed(v_account, u.tenant_id, u.id, 'codes', null,
          array(select f.id from public.factors f where f.account_id = v_account and f.kind = 'recovery'), v_gone);
      end if;
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = app.my_session() and v_at is not null and s.factor_at is distinct from v_at;
  perform app.write_audit(u.tenant_id,
    'factor.' || case p_what
        when 'totp' then 'added'
        when 'passkey' then 'added'
        when 'remove' then 'removed'
        when 'rename' then 'renamed'
        else p_what end,
    u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request,
    p_user => u.id);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;
