-- Ends the proof of a refused sign-in, such as one with a wrong password, and records the refusal if it belongs to a user of this tenant.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.proof_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_address text, p_agent text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; begin
  delete from public.tickets t
    where t.hash = p_hash and t.purpose like 'proof%' and t.tenant_id = p_tenant and t.host = p_host
    returning t.body into b;
  -- A step that awaits a factor or a confirmation stays open.
  if b is null then
    select t.body into b
      from public.tickets t
      where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host;
  end if;
  if b->>'userId' is null then return; end if;
  perform app.sign_in_refused(p_tenant, (b->>'userId')::uuid, p_code, b->>'way', p_address, p_agent, p_request); end $$;
alter function app.proof_refused owner to mirante_gate;
revoke all on function app.proof_refused from public;
grant execute on function app.proof_refused to mirante_door;
