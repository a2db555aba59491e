-- Removes the provider identifiers that an administrator linked for an ordinary user when that user gets a higher profile. If one was used,
-- the sessions, factors and remembered devices that only the unit vouched for go too. The user then confirms once with a sign-in method of
-- their own.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors, identities, sessions.
create or replace function app.drop_planted()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_used boolean := false; v_n int := 0; v_factors int := 0; v_provider text; begin
  select coalesce(bool_or(x.last_at is not null), false) into v_used
    from public.identities x
    where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
  if v_used then
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id and f.kind <> 'recovery';
    get diagnostics v_factors = row_count;
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
    update public.devices d
      set trusted_at = null, trusted_by = null
      where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
    update public.sessions s
      set revoked_at = app.now()
      where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit' and s.revoked_at is null;
    get diagnostics v_n = row_count;
  end if;
  for i in delete from public.identities x
  where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null
  returning x.* loop
    v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
    perform app.write_audit(new.tenant_id, 'user.unlink', new.id,
      jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject, 'profile', old.profile),
        'after', jsonb_build_object('sessions', v_n, 'factors', v_factors, 'profile', new.profile)),
      p_home => coalesce(app.home_id(), new.tenant_id));
    perform app.act_tell(new.tenant_id, new.id, 'identity_unlinked',
      jsonb_build_object('person', coalesce((select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
        ''),
        'provider', v_provider),
      '/?account=sessions');
  end loop;
  return null; end $$;
alter function app.drop_planted owner to mirante_gate;
revoke all on function app.drop_planted from public;

create or replace trigger users_planted_links after update of profile on users for each row
  when (old.profile = 'user' and new.profile <> 'user')
  execute function app.drop_planted();
