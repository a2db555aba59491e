-- Records a failed second step of its user in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an
-- hour. The proof of a passkey with a wrong answer ends.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox, sign_ins and 2 more.
create or replace function app.factor_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_over boolean, p_address text,
  p_agent text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_way text; v_code text; begin
  delete from public.tickets t
    where t.hash = p_hash and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host
    returning t.body into b;
  if b is null then
    select t.body into b
      from public.tickets t
      where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host;
  end if;
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null then return false; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || v_user || ' ' || coalesce(p_address, ''), 0));
  foreach v_code in array case
    when p_over and p_code <> 'too_many_attempts' then array[p_code, 'too_many_attempts']
    else array[p_code] end loop
    -- Recorded once a minute per user and address, however many calls follow.
    if v_code <> 'too_many_attempts'
      or not exists (select from public.sign_ins r
        where r.tenant_id = p_tenant and r.user_id = v_user and r.way = v_way and r.outcome = v_code
          and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
      perform app.sign_in_refused(p_tenant, v_user, v_code, v_way, p_address, p_agent, p_request);
    end if;
  end loop;
  if p_over is not true then return false; end if;
  insert into public.attempts as x (key, n, until)
    select 'nf ' || case b->>'vouched' when 'account' then coalesce(u.account_id, u.id) else u.id end, 1, app.now() + interval '1 hour'
    from public.users u
    where u.tenant_id = p_tenant and u.id = v_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.guessed', jsonb_build_object('user_id', v_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_door;
