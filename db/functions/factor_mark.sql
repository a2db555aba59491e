-- Records on a new session when its factor was given and whether its device is remembered, for sign-ins with the same vouching party.
-- Internal: called by session_begin.
create or replace function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then
    update public.devices d
      set trusted_at = p_at, trusted_by = s.vouched
      from public.sessions s
      where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id;
  end if;
end $$;
alter function app.factor_mark owner to mirante_gate;
revoke all on function app.factor_mark from public;
