-- Completes the second step of a sign-in: its ticket becomes the proof that starts the session. Success gives back what the step took from
-- the address's limit, its page and this answer, so an office behind one address gets in.
-- Callers: mirante_door.
-- Raises: factor_mail_code, factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text,
  p_request text, p_proof bytea)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_account uuid; v_vouched text; v_way text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body into b;
  v_user := (b->>'userId')::uuid; v_vouched := b->>'vouched'; v_way := b->>'way';
  -- Same lock order as everywhere else, which prevents deadlocks: ticket, user, account, counters.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, v_vouched);
  v_holder := v_holders[cardinality(v_holders)];
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    select a.id into v_account from public.accounts a where a.id = v_holder;
    if exists (select from public.factors f where f.holder = any (v_holders)) then
      raise exception 'factor_over' using errcode = 'MR412';
    end if;
    -- A password alone can't set up an account's first factor. An invitation needs no mailed code: it arrived by the platform's own mail.
    if v_account is not null and v_way is distinct from 'invitation'
      and app.code_take(v_account, (p_use->>'mailed')::bytea) is not true then
      raise exception 'factor_mail_code' using errcode = 'MR426';
    end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    if v_account is null then
      perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
    else
      perform app.factor_changed(v_account, p_tenant, v_user, 'added', p_use->'factor'->>'name',
        array(select f.id from public.factors f where f.account_id = v_account), '[]');
    end if;
  elsif app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used',
      jsonb_build_object('left', (select count(*)
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null)),
      '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, app.factor_browser(p_device, v_vouched)]);
  delete from public.attempts x where x.key in ('m ' || v_holder, app.factor_browser(p_device, v_vouched));
  update public.attempts x set n = greatest(x.n - case when b ? 'opened' then 2 else 1 end, 0) where x.key = 'f2 ' || p_address;
  perform app.write_audit(p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address,
    p_request, p_user => v_user, p_home => p_tenant);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{tries,opened}'::text[]) || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;
