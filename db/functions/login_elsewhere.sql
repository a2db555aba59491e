-- Handles the right password on a host where the user is unknown, by the proof of the step that read it: returns the most recently used
-- unit, if any. Creates no ticket if the password is no longer the account's; on a host whose DNS a unit controls, it only names the unit.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts.
create or replace function app.login_elsewhere(p_proof bytea, p_tenant uuid, p_host text, p_ours boolean, p_hash bytea)
returns table (host text, made boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.elsewhere', p_tenant, p_host); v_email text := b->>'email'; begin
  perform
    from public.accounts a
    where a.id = (b->>'account')::uuid and sha256(convert_to(a.password, 'UTF8')) = (b->>'seen')::bytea
    for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made
    from app.company_ticket((b->>'account')::uuid, p_tenant, null, null, case when p_ours then p_hash end) t;
  if host is null then return; end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || v_email, 'g ' || v_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_door;
