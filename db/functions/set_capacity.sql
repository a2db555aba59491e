-- Changes rules of a capacity, for who controls it; what p_patch doesn't name stays. Returns the new version; one that was
-- changed meanwhile, or that the caller doesn't control, is refused.
-- Callers: mirante_app (own).
-- Raises: changed_meanwhile.
-- Security definer: callers lack the grants on capacities.
create or replace function app.set_capacity(p_id uuid, p_version int, p_patch jsonb)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{own}');
  select x.* into c from public.capacities x where x.id = p_id for update;
  if c.version is distinct from p_version or app.controls_capacity(p_id) is not true then
    raise exception 'changed_meanwhile' using errcode = 'MR419';
  end if;
  n := jsonb_populate_record(c, p_patch);
  update public.capacities x
    set version = x.version + 1, next_look_at = app.now(), follow_shifts = n.follow_shifts, auto_pause = n.auto_pause,
      idle_minutes = n.idle_minutes, force_stop = n.force_stop, wake_outside = n.wake_outside, wake_by = n.wake_by,
      wake_for_refreshes = n.wake_for_refreshes, paid_by_reservation = n.paid_by_reservation, base_size = n.base_size, prices = n.prices,
      currency = n.currency, budget_cents = n.budget_cents, budget_stop = n.budget_stop, service_capacity_id = n.service_capacity_id,
      budget_told = case when n.budget_cents is distinct from c.budget_cents then '{}' else c.budget_told end
    where x.id = p_id;
  perform app.note_capacity(p_id, 'rules', 'rules', '{}');
  return c.version + 1; end $$;
alter function app.set_capacity owner to mirante_gate;
revoke all on function app.set_capacity from public;
grant execute on function app.set_capacity to mirante_app;
