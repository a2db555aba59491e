-- Returns the unit's stand-in user for a partner's user. Its address is unique among users that aren't deleted.
-- Internal: called by switch_ticket.
create or replace function app.seat_of(p_unit uuid, p_home uuid, p_user uuid)
returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.users as x (tenant_id, id, email, name, sort_key, profile, status, language, seat, added_by_id)
    select p_unit, gen_random_uuid(), u.id || '@seat.invalid', u.name, u.sort_key, 'admin', 'A', u.language, 'partner', null
      from public.users u
      where u.tenant_id = p_home and u.id = p_user
  on conflict (tenant_id, email)
  where deleted_at is null do update set name = excluded.name, sort_key = excluded.sort_key, language = excluded.language, status = 'A'
  returning x.id $$;
alter function app.seat_of owner to mirante_gate;
revoke all on function app.seat_of from public;
