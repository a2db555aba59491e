-- Deletes the factors bound to a user in this unit when the user joins an account or is removed, so nothing that was planted before carries
-- over. Each deletion is audited under the user themselves: a user who accepts an invitation has no session yet.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors.
create or replace function app.drop_factors()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare g record; begin
  for g in delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id returning f.kind, f.name loop
    if g.kind <> 'recovery' then
      perform app.write_audit(new.tenant_id, 'factor.removed', new.id,
        jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', g.kind, 'name', g.name))),
        p_user => coalesce(app.user_id(), case when new.deleted_at is null then new.id end),
        p_home => coalesce(app.home_id(), new.tenant_id));
    end if;
  end loop;
  update public.devices d
    set trusted_at = null, trusted_by = null
    where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id)
    or (old.deleted_at is null and new.deleted_at is not null))
  execute function app.drop_factors();
