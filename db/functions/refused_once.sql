-- Records a refused call of a user, at most once a minute per user and address.
-- Internal: called by call_refused, embed_refused.
create or replace function app.refused_once(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('call ' || p_user || ' ' || coalesce(p_address, ''), 0));
  perform app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r
     where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code
       and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute');
end $$;
alter function app.refused_once owner to mirante_gate;
revoke all on function app.refused_once from public;
