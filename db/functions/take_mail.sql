-- Leases due mail of one lane, round-robin over tenants: `p_per_tenant` rows of each, in random order; repeated when few tenants have any.
-- Bulk mail (lane 3) gets a slot on its server's row, which all isolates share, so the server's rate isn't exceeded; a server that another
-- claim is reserving is skipped. A slot far in the future comes from a clock that was set back and is ignored.
-- Internal: called by claim_mail.
create or replace function app.take_mail(p_lane int, p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8)
returns table (tenant_id uuid, id uuid, lane int, wait_ms int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare v_tenants uuid[]; v_each int; begin
  if p_n <= 0 then return; end if;
  if p_tenant is not null then v_tenants := array[p_tenant];
  else
    with recursive t as ((select o.tenant_id as at from public.outbox o where o.lane = p_lane order by o.tenant_id limit 1)
        union all select (select o.tenant_id from public.outbox o where o.lane = p_lane and o.tenant_id > t.at order by o.tenant_id limit 1)
        from t
        where t.at is not null)
    select array(select t.at from t where t.at is not null
        and exists (select from public.outbox o
          where o.lane = p_lane and o.tenant_id = t.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      order by random() limit p_n) into v_tenants;
  end if;
  v_each := case when cardinality(v_tenants) * p_per_tenant < p_n then p_n else p_per_tenant end;
  if p_lane = 3 then insert into public.mail_paces (server, free_at) values ('platform', app.now()) on conflict do nothing; end if;
  return query with t as materialized (select x.at, x.place from unnest(v_tenants) with ordinality as x (at, place)),
      own as materialized (select v.tenant_id as at, v.bulk_per_second as rate, v.bulk_free_at as free_at
        from public.mail_servers v
        where p_lane = 3 and v.enabled and v.tenant_id = any (v_tenants)
        for update skip locked),
      pace as materialized (select p.free_at from public.mail_paces p where p_lane = 3 and p.server = 'platform' for update skip locked),
      s as (select t.at, t.place, own.at as server, coalesce(own.rate, p_rate) as rate,
      coalesce(case when own.at is null then pace.free_at else own.free_at end, app.now()) as free_at
        from t left join own on own.at = t.at left join pace on own.at is null
        where p_lane < 3 or own.at is not null
          or (pace.free_at is not null and not exists (select from public.mail_servers v where v.tenant_id = t.at and v.enabled))),
      r as (select s.at, s.place, s.server, s.rate, f.begins,
      case
        when p_lane < 3 then p_n
        else greatest(ceil(extract(epoch from app.now() + interval '5 seconds' - f.begins) * s.rate), 0)::int end as room
        from s,
        lateral (select case
          when s.free_at > app.now() + interval '30 seconds' then app.now()
          else greatest(s.free_at, app.now()) end as begins) f),
      f as (select r.*, x.row_id, x.n, (x.n - 1) / p_per_tenant as turn
        from r, lateral (select y.id as row_id, row_number() over (order by y.due_at, y.id) as n from
        (select o.id, o.due_at
          from public.outbox o
          where o.lane = p_lane and o.tenant_id = r.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now())
          order by o.due_at limit least(v_each, r.room) for update skip locked) y) x),
      q as (select f.*, row_number() over (partition by f.server order by f.turn, f.place, f.n) as slot from f),
      g as materialized (select q.* from q where q.slot <= q.room order by q.turn, q.place, q.n limit p_n),
      w as (update public.outbox o set taken_until = app.now() + p_lease from g where o.tenant_id = g.at and o.id = g.row_id),
      used as (select g.server, min(g.begins) + make_interval(secs => count(*) / min(g.rate)) as free_at
        from g
        where p_lane = 3
        group by g.server),
      servers as (update public.mail_servers v set bulk_free_at = used.free_at from used where v.tenant_id = used.server),
      platform as (update public.mail_paces p set free_at = used.free_at from used where used.server is null and p.server = 'platform')
    select g.at, g.row_id, p_lane,
      case when p_lane < 3 then 0 else (extract(epoch from g.begins - app.now()) * 1000 + (g.slot - 1) * 1000 / g.rate)::int end
      from g
      order by g.turn, g.place, g.n;
end $$;
alter function app.take_mail owner to mirante_gate;
revoke all on function app.take_mail from public;
