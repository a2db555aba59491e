-- Handles trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the
-- tenant is deleted, and can be restored for 30 more.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on sessions.
create or replace function app.tell_trials()
returns table (tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_kind text; v_id uuid; begin
  perform app.need('{job}');
  -- Trials that were already notified are excluded before the limit; otherwise two hundred of them would block all later ones.
  for t in select x.*, p.kind as up_kind, d.days, s.step from public.tenants x left join public.tenants p on p.id = x.parent_id,
      lateral (select ceil(extract(epoch from x.trial_ends_at - app.now()) / 86400)::int as days) d,
      lateral (select case
        when d.days > 3 then 7
        when d.days > 1 then 3
        when d.days = 1 then 1
        when d.days > -23 then 0
        else -23 end as step) s
     where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days'
       and (x.trial_told is null or x.trial_told > s.step or (x.trial_told = -23 and d.days <= -30))
     order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    if t.trial_told = -23 and t.days <= -30 then
      update public.tenants
        set status = 'D', deleted_at = app.now(), deleted_by = t.trial_by, version = version + 1, epoch = epoch + 1,
          default_directory = false
        where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      perform app.write_audit(x, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)),
        p_user => null, p_home => null) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    update public.tenants set trial_told = t.step where id = t.id;
    v_kind := case when t.step > 0 then 'trial_ending' when t.step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in
    select u.tenant_id as house, u.id, u.profile
    from public.users u
    where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master'))
          or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name,
        'days', case when t.step = 0 then 30 when t.step < 0 then greatest(1, 30 + t.days) else greatest(1, t.days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body, lane) values (r.house, 'notification', jsonb_build_object('id', v_id), 2);
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;
