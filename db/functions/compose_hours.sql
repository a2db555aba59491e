-- Puts together when a person may sign in: their own windows and the access shifts attached to them. Neither means always; a shift that
-- isn't used has no windows.
-- Trigger on users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.compose_hours()
returns trigger
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.access_hours := nullif(coalesce(new.own_hours, '[]') || coalesce((select
        jsonb_agg(jsonb_build_object('days', to_jsonb(s.days), 'from', s.starts, 'to', s.ends) order by s.sort_key, s.id)
      from public.shifts s
      where s.tenant_id = new.tenant_id and s.id = any (new.shift_ids) and s.purpose = 'access' and s.use_schedule), '[]'), '[]');
  return new; end $$;
alter function app.compose_hours owner to mirante_gate;
revoke all on function app.compose_hours from public;

create or replace trigger users_hours_composed before insert or update of own_hours, shift_ids on users for each row
  execute function app.compose_hours();
