-- Records the caller's answer to "Did this help?" for a question that they see, or takes it back (null), and counts it at the question. An
-- unchanged answer counts nothing. Returns whether there is such a question.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on faq_votes.
create or replace function app.vote_faq(p_id uuid, p_helped boolean)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_owner uuid; v_was boolean; begin
  perform app.need('{own}');
  select f.tenant_id into v_owner from app.faq_of(app.tenant_id()) f where f.id = p_id;
  if not found then return false; end if;
  -- The question is locked first, so the votes of one person follow each other.
  perform 1 from public.faq_entries e where e.tenant_id = v_owner and e.id = p_id for no key update;
  if not found then return false; end if;
  select v.helped into v_was
    from public.faq_votes v
    where v.tenant_id = app.tenant_id() and v.user_id = app.user_id() and v.entry_id = p_id;
  if v_was is not distinct from p_helped then return true; end if;
  if p_helped is null then
    delete from public.faq_votes v where v.tenant_id = app.tenant_id() and v.user_id = app.user_id() and v.entry_id = p_id;
  else
    insert into public.faq_votes (tenant_id, user_id, entry_id, helped) values (app.tenant_id(), app.user_id(), p_id, p_helped)
      on conflict (tenant_id, user_id, entry_id) do update set helped = excluded.helped;
  end if;
  update public.faq_entries e set
      helped = e.helped + (p_helped is true)::int - (v_was is true)::int,
      not_helped = e.not_helped + (p_helped is false)::int - (v_was is false)::int
    where e.tenant_id = v_owner and e.id = p_id;
  return true; end $$;
alter function app.vote_faq owner to mirante_gate;
revoke all on function app.vote_faq from public;
grant execute on function app.vote_faq to mirante_app;
