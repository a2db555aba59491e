-- Seals the caller's identity into app.me for this transaction.
-- Internal: called by enter, enter_embed, enter_job and 3 more.
create or replace function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text,
  p_kind text, p_account uuid, p_sid uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b text := concat_ws(' ', coalesce(p_tenant::text, '-'), coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile,
    coalesce(p_home::text, '-'), p_scope, p_reach, p_kind, coalesce(p_account::text, '-'), coalesce(p_sid::text, '-'));
  k bytea;
begin
  select v into k from app.secret;
  perform set_config('app.me', encode(sha256(k || timestamptz_send(now()) || convert_to(b, 'UTF8') || k), 'hex') || ' ' || b, true); end $$;
alter function app.set_me owner to mirante_gate;
revoke all on function app.set_me from public;
