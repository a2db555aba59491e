-- Lets a provider's answer continue on the host of the unit that it named, carried by this browser and from this origin only.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.handoff_make(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_origin text, p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.onward', p_tenant, p_host); begin
  if b is null then return false; end if;
  -- The epoch belongs to an account of this tenant; the user in the target tenant is another row.
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.handoff', (b->'onward'->>'tenant')::uuid, b->'onward'->>'host',
      (b - '{onward,epoch}'::text[]) || jsonb_build_object('origin', p_origin), app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_make owner to mirante_gate;
revoke all on function app.handoff_make from public;
grant execute on function app.handoff_make to mirante_door;
