-- Deletes the votes on a deleted question, also those from the tenants below.
-- Trigger on faq_entries.
-- Security definer: callers lack the grants on faq_votes.
create or replace function app.drop_faq_votes()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.faq_votes v where v.entry_id = old.id;
  return null; end $$;
alter function app.drop_faq_votes owner to mirante_gate;
revoke all on function app.drop_faq_votes from public;

create or replace trigger faq_entries_votes_dropped after delete on faq_entries for each row execute function app.drop_faq_votes();
