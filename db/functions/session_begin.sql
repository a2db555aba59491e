-- The only function that starts a user's session. The proof, which it uses up, says whose session it is, the sign-in method and the factor
-- given. Returns 'ok'; 'due' with a ticket for the second factor; 'change' with a link to a new password; 'stale' when the proof is used up
-- or its basis changed meanwhile; 'waits' when the user must be readmitted first, which is recorded; 'blocked' when they may no longer sign
-- in. A new password can only be chosen where the account vouches: on a host whose DNS a unit controls, the unit could choose it.
-- Callers: mirante_door.
-- Raises: account_elsewhere.
-- Security definer: callers lack the grants on accounts, tickets, users.
create or replace function app.session_begin(p_proof bytea, p_tenant uuid, p_host text, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof', p_tenant, p_host); g record; v_user uuid; v_way text; v_vouched text; v_email text;
  v_device bytea; v_last timestamptz; v_until timestamptz;
  v_change boolean := coalesce((p->>'change')::boolean, false) or coalesce((b->>'change')::boolean, false);
  v_remember boolean := coalesce((p->>'remember')::boolean, false);
begin
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null or v_way is null or (v_way = 'password' and b->>'seen' is null) then return 'stale'; end if;
  v_vouched := app.vouched_by(p_tenant, v_user, v_way,
    case when (p->>'ours')::boolean is true and b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end);
  if app.password_stands(p_tenant, v_user, (b->>'seen')::bytea, (b->>'epoch')::bigint) is not true then return 'stale'; end if;
  if v_change and v_vouched is distinct from 'account' then raise exception 'account_elsewhere' using errcode = 'MR427'; end if;
  select * into g
    from app.factor_gate(p_tenant, v_user, v_way, v_vouched, (b->>'given')::boolean is true, (p->>'device')::bytea, (b->>'from')::bytea,
      (p->>'ticket')::bytea, p_host,
    jsonb_strip_nulls((b - '{given,from}'::text[]) || jsonb_build_object('change', nullif(v_change, false))));
  if g.waits is not false then
    perform app.sign_in_refused(p_tenant, v_user, 'account_waits', v_way, p->>'address', p->>'agent', p->>'requestId');
    return 'waits';
  end if;
  if g.due is not false then return 'due'; end if;
  if v_change then
    return case when app.change_link(p_tenant, v_user, (p->>'link')::bytea, p_host, g.at, v_remember) then 'change' else 'blocked' end;
  end if;
  -- Only one of the account's own secrets resets the guess counter: a unit's own provider must not give its administrator new guesses.
  v_email := coalesce(b->>'email',
    (select a.email
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = v_user and v_way = 'passkey' and b->>'vouched' = 'account'));
  v_last := least((b->>'ends')::timestamptz, (p->>'last')::timestamptz);
  v_until := least((p->>'until')::timestamptz, v_last);
  v_device := (p->>'newDevice')::bytea;
  if app.session_start((p->>'sid')::uuid, p_tenant, v_user, v_email, p->>'address', v_until, (p->>'device')::bytea, v_device, p->>'rehash',
    v_way, v_vouched, p->>'agent', p->>'requestId') is not true then
    return 'blocked';
  end if;
  perform app.factor_mark((p->>'sid')::uuid, g.at, coalesce(v_device, (p->>'device')::bytea), g.remember or v_remember);
  if v_last is not null then perform app.session_bound((p->>'sid')::uuid, v_last); end if;
  -- What the provider needs for logout, kept as long as the session can live.
  if b->'provider' is not null then
    insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
      values ((p->>'kept')::bytea, 'saml.session', p_tenant, p_host, b->'provider', least((p->>'longest')::timestamptz, v_last));
  end if;
  return 'ok'; end $$;
alter function app.session_begin owner to mirante_gate;
revoke all on function app.session_begin from public;
grant execute on function app.session_begin to mirante_door;
