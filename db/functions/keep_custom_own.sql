-- Records which custom values a user wrote about themselves. A value that another user overwrites no longer counts as their own; the rest
-- await review.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.keep_custom_own()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_changed text[]; begin
  v_changed := array(select k
    from (select jsonb_object_keys(new.custom) union select jsonb_object_keys(old.custom)) x (k)
    where new.custom -> k is distinct from old.custom -> k);
  if app.user_id() is not distinct from new.id and app.profile() is not distinct from 'user' then
    new.custom_own := array(select distinct k from unnest(new.custom_own || v_changed) k where new.custom ? k order by 1);
  else
    new.custom_own := array(select k from unnest(new.custom_own) k where new.custom ? k and not k = any (v_changed));
  end if;
  return new; end $$;
alter function app.keep_custom_own owner to mirante_gate;
revoke all on function app.keep_custom_own from public;

create or replace trigger users_custom_written before update of custom on users for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_own();
