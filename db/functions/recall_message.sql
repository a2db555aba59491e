-- Recalls a message that was sent within the last p_minutes: stops its mailing, deletes it where it is unread, and takes back mail that
-- isn't on its way to a server. Each step sees what the previous one waited for. No row if it is older, gone or recalled already.
-- The notification of each mail is found by its key: the statistics don't know thousands of new rows yet, and a join would compare each
-- mail with each notification.
-- Callers: mirante_app (own, partner).
-- Security definer: callers lack the grants on mails, messages, notifications, outbox.
create or replace function app.recall_message(p_id uuid, p_minutes int)
returns table (unread int, read int, mails_stopped int, mails_left int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid; v_mailing uuid; v_mails uuid[]; begin
  perform app.need('{own,partner}');
  v_tenant := app.tenant_id();
  update public.messages m set recalled_at = app.now()
    where m.tenant_id = v_tenant and m.id = p_id and m.recalled_at is null and m.sent_at > app.now() - make_interval(mins => p_minutes)
    returning m.mailing_id into v_mailing;
  if v_mailing is null then return; end if;
  -- Waits for the fan-out's step, which inserts no row afterwards.
  update public.mailings w set state = 'recalled', taken_until = null where w.tenant_id = v_tenant and w.id = v_mailing;
  -- Waits for mail that is being begun.
  select array(select o.id
      from public.outbox o
      where o.tenant_id = v_tenant and o.kind = 'notification' and v_mailing = (select n.mailing_id
        from public.notifications n where n.tenant_id = v_tenant and n.id = (o.body->>'id')::uuid)
      for update of o) into v_mails;
  delete from public.outbox o
    where o.tenant_id = v_tenant and o.id = any (v_mails) and not (o.taken_until is not null and o.taken_until > app.now()
      and exists (select from public.mails x where x.tenant_id = v_tenant and x.id = o.id and x.state = 'queued'));
  get diagnostics mails_stopped = row_count;
  update public.mails x set state = 'skipped'
    where x.tenant_id = v_tenant and x.id = any (v_mails) and x.state = 'queued'
      and not exists (select from public.outbox o where o.tenant_id = v_tenant and o.id = x.id);
  select count(*)::int into mails_left from public.mails x
    where x.tenant_id = v_tenant and x.mailing_id = v_mailing and x.state in ('queued', 'sent');
  delete from public.notifications n where n.tenant_id = v_tenant and n.mailing_id = v_mailing and n.read_at is null;
  get diagnostics unread = row_count;
  select count(*)::int into read from public.notifications n where n.tenant_id = v_tenant and n.mailing_id = v_mailing;
  return next;
end $$;
alter function app.recall_message owner to mirante_gate;
revoke all on function app.recall_message from public;
grant execute on function app.recall_message to mirante_app;
