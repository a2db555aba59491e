-- Returns the user who acts in a live act-as session, or null. Evaluated at every call: whatever allowed the visit must still hold.
-- Internal: called by act_page, act_start, due_remote and 7 more.
create or replace function app.may_act(p_sid uuid)
returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare se record; q public.remote_requests; begin
  select s.tenant_id, s.user_id, s.actor_sid, s.relation_id, s.kind, s.last_seen into se from public.sessions s
   where s.id = p_sid and s.actor_sid is not null and s.revoked_at is null and s.expires_at > app.now();
  if not found or (se.kind = 'partner' and se.last_seen <= app.now() - interval '60 minutes') then return null; end if;
  select r.* into q
    from public.remote_requests r
    where r.session_id = p_sid and r.tenant_id = se.tenant_id and r.state = 'active' and r.relation_id = se.relation_id
      and (r.kind = 'partner') = (se.kind = 'partner');
  if not found or (q.user_id is not null and q.user_id is distinct from se.user_id) or app.may_visit(q, se.actor_sid) is not true then
    return null;
  end if;
  return q.asker_id; end $$;
alter function app.may_act owner to mirante_gate;
revoke all on function app.may_act from public;
