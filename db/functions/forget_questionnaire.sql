-- Deletes a purged user's questionnaire answers.
-- Trigger on users.
-- Security definer: callers lack the grants on questionnaires.
create or replace function app.forget_questionnaire()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.questionnaires q where q.tenant_id = new.tenant_id and q.user_id = new.id;
  return null; end $$;
alter function app.forget_questionnaire owner to mirante_gate;
revoke all on function app.forget_questionnaire from public;

create or replace trigger users_forgotten after update of purged_at on users for each row
  when (new.purged_at is not null and old.purged_at is null)
  execute function app.forget_questionnaire();
