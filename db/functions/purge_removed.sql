-- Clears all personal data 30 days after a user was removed; the row stays for the audit log. Returns the pictures whose files must be
-- deleted too.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, audit, faq_votes and 11 more.
create or replace function app.purge_removed(p_n int)
returns table (tenant_id uuid, picture text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in
  select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words
  from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null
      order by u.deleted_at
      limit least(p_n, 200)
      for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.notice_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.faq_votes x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    update public.tasks x set owner_id = null where x.tenant_id = p.tenant_id and x.owner_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u
      set name = case p.words
        when 'en-US' then 'Removed person'
        when 'es' then 'Persona eliminada'
        when 'pt-PT' then 'Pessoa removida'
        else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null,
        language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, own_hours = null, shift_ids = '{}', status_reason = null,
        removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a
      where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id)
        and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;
