-- Adds an entry to a capacity's log that changes nothing of its state, in the name of its owner and of the caller's person.
-- Internal: called by hand_capacity, note_pause_refused, register_capacity, set_capacity.
create or replace function app.note_capacity(p_id uuid, p_what text, p_cause text, p_vars jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.capacity_log (capacity_id, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select c.id, p_what, c.observed_state in ('running', 'resizing', 'stopping'), coalesce(c.observed_size, c.base_size), p_cause, p_vars,
        c.owner_tenant_id, case when c.owner_tenant_id = app.home_id() then app.user_id() end
      from public.capacities c
      where c.id = p_id $$;
alter function app.note_capacity owner to mirante_gate;
revoke all on function app.note_capacity from public;
