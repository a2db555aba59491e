-- Deletes notifications, messages, mailings and the mail log after half a year.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on mailings, mails, messages, notifications.
create or replace function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.messages where sent_at < app.now() - interval '180 days';
  delete from public.mailings where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
alter function app.sweep_news owner to mirante_gate;
revoke all on function app.sweep_news from public;
grant execute on function app.sweep_news to mirante_job;
