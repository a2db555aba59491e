-- Refuses a change of the tenant's protected configuration (sign-in providers, keys, mail, rights) unless it comes from the user's own
-- session, with a fresh second factor if they have one, or from one of the kinds named. Sign-in functions have no seal; they count as door.
-- Internal: called by keep_house, keep_import, keep_import_row and 3 more.
-- Raises: factor_due, keys_closed.
create or replace function app.guard_keys(p_also text[])
returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'own' then
    if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
  elsif v_kind <> 'owner' and (v_kind = any (p_also)) is not true then
    raise exception 'keys_closed' using errcode = 'MR425';
  end if;
end $$;
alter function app.guard_keys owner to mirante_gate;
revoke all on function app.guard_keys from public;
