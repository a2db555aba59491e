-- Fires when settings are saved: the protected ones (app.house_settings) are guarded like every other key.
-- Trigger on settings.
-- Security definer: callers may not execute guard_keys, house_settings.
create or replace function app.keep_settings()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_keys jsonb := app.house_settings(); v_before jsonb := '{}'; v_after jsonb := new."values"; begin
  if tg_op = 'UPDATE' then v_before := old."values"; end if;
  if exists (select from jsonb_object_keys(v_keys) k
    where coalesce(nullif(v_before->k, 'null'), v_keys->k) is distinct from coalesce(nullif(v_after->k, 'null'), v_keys->k)) then
    perform app.guard_keys('{job,door}');
  end if;
  return null; end $$;
alter function app.keep_settings owner to mirante_gate;
revoke all on function app.keep_settings from public;

create or replace trigger settings_kept after insert or update on settings for each row execute function app.keep_settings();
