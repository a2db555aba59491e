-- Uses the request's ticket when the provider answers and returns the tenant it was for. Creates the proof that this request was answered,
-- which the rest of the sign-in requires.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sso_apps, tickets.
create or replace function app.entra_request(p_hash bytea, p_host text, p_proof bytea)
returns table (tenant_id uuid, body jsonb, app jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'sso.request' and t.host = p_host and t.body->>'way' = 'entra' and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then return; end if;
  perform app.proof_make(p_proof, 'proof.entra', k.tenant_id, p_host,
    jsonb_build_object('way', 'entra', 'app', k.body->'app', 'host', k.body->'host', 'redirect', k.body->'redirect',
    'binding', k.body->'binding'));
  return query
    select k.tenant_id, k.body,
      (select jsonb_build_object('id', a.id, 'settings', a.settings)
        from public.sso_apps a
        where a.tenant_id = k.tenant_id and a.id = (k.body->>'app')::uuid and a.kind = 'entra' and a.status = 'A');
end $$;
alter function app.entra_request owner to mirante_gate;
revoke all on function app.entra_request from public;
grant execute on function app.entra_request to mirante_door;
