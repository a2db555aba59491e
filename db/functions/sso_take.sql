-- Uses the code that a provider's answer left, in the browser that started the sign-in, and returns the outcome. If the answer identifies a
-- user, it creates a proof: of this user, of one who has to confirm the link first, or for the host on which sign-in continues.
-- Callers: mirante_door.
-- Security definer: callers may not execute proof_make.
create or replace function app.sso_take(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_binding text, p_proof bytea)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.code', p_tenant, p_host); begin
  if (b->>'browser' is not null and b->>'browser' is distinct from p_browser)
    or (b->>'binding' is not null and b->>'binding' is distinct from p_binding) then
    return null;
  end if;
  if b->>'userId' is not null and b->>'refusal' is null then
    perform app.proof_make(p_proof,
      case when b->'onward' is not null then 'proof.onward' when b->'confirm' is not null then 'proof.confirm' else 'proof' end, p_tenant,
      p_host, b - '{browser,binding}'::text[]);
  end if;
  return b; end $$;
alter function app.sso_take owner to mirante_gate;
revoke all on function app.sso_take from public;
grant execute on function app.sso_take to mirante_door;
