-- Records that a pause by hand was refused because of what runs on the capacity.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute controls_capacity, note_capacity.
create or replace function app.note_pause_refused(p_id uuid, p_vars jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.controls_capacity(p_id) then perform app.note_capacity(p_id, 'pause_refused', 'work', p_vars); end if; end $$;
alter function app.note_pause_refused owner to mirante_gate;
revoke all on function app.note_pause_refused from public;
grant execute on function app.note_pause_refused to mirante_app;
