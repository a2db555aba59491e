-- Notifies a user: an inbox row, and an outbox row for the e-mail. Uses the lanes of domain/mail/lanes.ts: account mail first, then mail
-- that a user waits for.
-- Internal: called by act_over, act_start, ask_owner and 10 more.
create or replace function app.act_tell(p_tenant uuid, p_user uuid, p_kind text, p_vars jsonb, p_link text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with n as (insert into public.notifications (tenant_id, id, user_id, kind, vars, link) select p_tenant, gen_random_uuid(), u.id, p_kind,
    p_vars, p_link
    from public.users u
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and u.seat is null returning id)
  insert into public.outbox (tenant_id, kind, body, lane) select p_tenant, 'notification', jsonb_build_object('id', n.id),
    case
      when p_kind in ('factor_added', 'factor_removed', 'factors_reset', 'recovery_used', 'identity_linked', 'identity_unlinked') then 0
      when p_kind = 'addresses_undone' then 2
      else 1 end
      from n $$;
alter function app.act_tell owner to mirante_gate;
revoke all on function app.act_tell from public;
