-- Refusals are recorded once however many come at once.

-- ### Functions

grant create on schema app to mirante_gate;

-- Records a refused call of a live session, at most once a minute per user and address.
create or replace function app.call_refused(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('call ' || p_user || ' ' || coalesce(p_address, ''), 0));
  perform app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute'); end $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_public;

-- Records a refused call of a display, at most once a minute.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('device ' || coalesce(p_device::text, p_tenant::text), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused' and a.at > app.now() - interval '1 minute'); end $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_public;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.call_refused(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', p_sid, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_sid and a.what = 'embedded.refused' and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute'); end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_public;

-- Records a failed second step in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an hour.
create or replace function app.factor_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_over boolean, p_address text, p_agent text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || p_user || ' ' || coalesce(p_address, ''), 0));
  -- That it is over is said once a minute for a person and an address, however many calls come after.
  if p_code <> 'too_many_attempts' or not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = p_way and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
    perform app.sign_in_refused(p_tenant, p_user, p_code, p_way, p_address, p_agent, p_request);
  end if;
  if not p_over then return false; end if;
  if p_code <> 'too_many_attempts' then perform app.factor_refused(p_tenant, p_user, 'too_many_attempts', p_way, false, p_address, p_agent, p_request); end if;
  insert into public.attempts as x (key, n, until) select 'nf ' || h, 1, app.now() + interval '1 hour' from app.factor_holder(p_tenant, p_user) h where h is not null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.guessed', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_public;

revoke create on schema app from mirante_gate;
