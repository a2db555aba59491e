-- Uses a link about an account's factors exactly once. An undo also reverts every later change, so an attacker's follow-up changes don't
-- survive. It raises the account's epoch and clears the password; p_reset becomes a password reset link on this host if the user still
-- belongs to a tenant that accepts passwords. Returns the link's purpose and whether a reset link was created.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, factor_changes, factors and 3 more.
create or replace function app.account_act_take(p_hash bytea, p_host text, p_reset bytea, p_address text, p_request text)
returns table (purpose text, reset boolean, tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; c public.factor_changes; u record; v_what text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.undo', 'account.lost', 'account.keep') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  select * into a from public.accounts x where x.id = (k.body->>'account')::uuid for no key update;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  purpose := k.purpose; reset := false; tenant_id := k.tenant_id;
  case k.purpose
    when 'account.lost' then
      v_what := 'factor.lost';
      update public.accounts x set lost_at = app.now() where x.id = a.id and x.lost_at is null;
      insert into public.outbox (tenant_id, kind, body)
        values (k.tenant_id, 'account.waiting',
          jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', coalesce(a.lost_at, app.now()) + interval '24 hours'));
    when 'account.keep' then
      v_what := 'factor.kept';
      if a.lost_at is null then raise exception 'link_used' using errcode = 'MR411'; end if;
      update public.accounts x set lost_at = null where x.id = a.id;
    else
      v_what := 'factor.undone';
      select * into c from public.factor_changes x where x.id = (k.body->>'change')::uuid and x.account_id = a.id and x.undone_at is null;
      if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
      for c in
      select *
      from public.factor_changes x
      where x.account_id = a.id and x.at >= c.at and x.undone_at is null
      order by x.at desc, x.id = c.id loop
        delete from public.factors f where f.account_id = a.id and f.id = any (c.added);
        insert into public.factors
          select r.*
          from jsonb_populate_recordset(null::public.factors, c.removed) r
          where r.account_id = a.id
          on conflict do nothing;
        -- With the factors restored, the user no longer needs an administrator to readmit them.
        if c.what = 'wiped' then
          update public.users m set waits_at = null where (m.account_id = a.id or m.removed_account_id = a.id) and m.waits_at is not null;
        end if;
        update public.factor_changes x set undone_at = app.now() where x.id = c.id;
      end loop;
      -- Recovery codes alone can't complete a sign-in, so they go with the last real factor.
      if not exists (select from public.factors f where f.account_id = a.id and f.kind <> 'recovery') then
        delete from public.factors f where f.account_id = a.id;
      end if;
      update public.accounts x set password = null, must_change = false, lost_at = null where x.id = a.id;
      perform app.raise_epoch(a.id);
      select m.tenant_id, m.id into u
        from public.users m
        where m.account_id = a.id and m.status in ('A', 'T') and m.deleted_at is null and app.takes_passwords(m.tenant_id)
        order by m.tenant_id <> k.tenant_id, m.last_sign_in_at desc nulls last
        limit 1;
      if found then
        insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
          values (p_reset, 'account.reset', u.tenant_id, u.id, p_host, app.now() + interval '1 hour', jsonb_build_object('email', a.email));
        reset := true;
      end if;
  end case;
  perform app.write_audit(k.tenant_id, v_what, k.user_id, p_ip => p_address, p_request => p_request, p_user => k.user_id,
    p_home => k.tenant_id);
  return next; end $$;
alter function app.account_act_take owner to mirante_gate;
revoke all on function app.account_act_take from public;
grant execute on function app.account_act_take to mirante_door;
