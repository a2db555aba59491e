-- Ends embedded sessions when their key is revoked, or all of them when embedding is turned off.
-- Trigger on embed_keys, settings.
-- Security definer: callers lack the grants on embed_sessions, sessions.
create or replace function app.end_embedded()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key uuid; begin
  if tg_table_name = 'embed_keys' then v_key := new.id; end if;
  with e as (update public.embed_sessions x
    set ended_at = app.now()
    where x.tenant_id = new.tenant_id and (v_key is null or x.key_id = v_key) and x.ended_at is null
    returning x.id)
  update public.sessions s set revoked_at = app.now() where s.id in (select e.id from e) and s.revoked_at is null;
  return null; end $$;
alter function app.end_embedded owner to mirante_gate;
revoke all on function app.end_embedded from public;

create or replace trigger embed_keys_revoked after update of revoked_at on embed_keys for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function app.end_embedded();
create or replace trigger settings_embedded_off after update of "values" on settings for each row
  when (old."values"->>'enable_embedded' = 'S' and new."values"->>'enable_embedded' is distinct from 'S')
  execute function app.end_embedded();
