-- Records a change of an account's factors and queues the platform's e-mail about it, with a link that undoes it. The inbox gets it too;
-- the e-mail names the account, so changes to the user meanwhile can't redirect or suppress it.
-- Internal: called by factor_use, factor_write, wipe_factors.
create or replace function app.factor_changed(p_account uuid, p_tenant uuid, p_user uuid, p_what text, p_name text, p_added uuid[],
  p_removed jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notifications (tenant_id, id, user_id, kind, vars, link)
    select p_tenant, gen_random_uuid(), p_user, 'factor_' || p_what, jsonb_build_object('name', p_name), '/?account=security'
      where p_what in ('added', 'removed');
  with c as (insert into public.factor_changes (id, account_id, tenant_id, user_id, what, name, added, removed)
    values (gen_random_uuid(), p_account, p_tenant, p_user, p_what, coalesce(p_name, ''), coalesce(p_added, '{}'),
      coalesce(p_removed, '[]'))
    returning id, at)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.factor',
    jsonb_build_object('user_id', p_user, 'account', p_account, 'change', c.id, 'what', p_what, 'name', p_name, 'at', c.at)
    from c $$;
alter function app.factor_changed owner to mirante_gate;
revoke all on function app.factor_changed from public;
