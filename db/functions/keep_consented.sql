-- Checks that a request to act as another user is allowed when it is made. It records the user's profile and flags then and again at
-- consent, so a later promotion isn't covered.
-- Trigger on remote_requests.
-- Raises: not_allowed.
-- Security definer: callers may not execute may_visit.
create or replace function app.keep_consented()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.user_id is not null then
    select u.profile, u.flags into new.profile, new.flags from public.users u where u.tenant_id = new.tenant_id and u.id = new.user_id;
  end if;
  if tg_op = 'INSERT' and app.tenant_id() is not null and app.may_visit(new, new.asker_sid) is not true then
    raise exception 'not_allowed' using errcode = 'MR410';
  end if;
  return new; end $$;
alter function app.keep_consented owner to mirante_gate;
revoke all on function app.keep_consented from public;

create or replace trigger remote_requests_made before insert on remote_requests for each row execute function app.keep_consented();
create or replace trigger remote_requests_consented before update on remote_requests for each row
  when (old.person_at is null and new.person_at is not null)
  execute function app.keep_consented();
