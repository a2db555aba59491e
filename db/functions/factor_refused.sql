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
  insert into public.attempts as x (key, n, until) select 'nf ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.guessed', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_door;
