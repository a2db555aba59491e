-- Returns what decides about the unit's tasks: its zone, whether it is active, and the screens that it or a layer above hides.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute acts, hidden_menu.
create or replace function app.task_unit()
returns table (zone text, acts boolean, hidden text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select t.zone, app.acts(t.status, t.trial_ends_at) and t.deleted_at is null, app.hidden_menu(t.id)
    from public.tenants t
    where t.id = app.tenant_id() $$;
alter function app.task_unit owner to mirante_gate;
revoke all on function app.task_unit from public;
grant execute on function app.task_unit to mirante_app, mirante_job;
