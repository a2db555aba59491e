-- Mails a code to a user without an account, who confirms with it that a provider's answer is theirs. Returns 'sent', 'over', 'limited', or
-- 'account' if the user has a sign-in method of their own.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox.
create or replace function app.link_send(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text)
returns table (state text, wait int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o record; begin
  select * into o from app.link_open(p_hash, p_tenant, p_host, p_browser, p_address, false);
  if o.state <> 'ok' then state := o.state; wait := o.wait; return next; return; end if;
  if o.account is not null then state := 'account'; return next; return; end if;
  if not app.attempt('lm ' || o.person, 3, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'lm ' || o.person;
    return next;
    return;
  end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.link_code', jsonb_build_object('user_id', o.person, 'ticket', encode(p_hash, 'hex')));
  state := 'sent'; return next; end $$;
alter function app.link_send owner to mirante_gate;
revoke all on function app.link_send from public;
grant execute on function app.link_send to mirante_door;
