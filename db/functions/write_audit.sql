-- Records in the audit log what a function of the gate did. The user, their home unit and the user who acts as them come from the seal
-- unless the caller passes its own: sign-in has no seal yet. Runs as its caller, who must be able to insert the row.
-- Internal: called by account_act_take, account_prove, account_take and 48 more.
create or replace function app.write_audit(p_tenant uuid, p_what text, p_row uuid, p_change jsonb default '{}', p_ip text default null,
  p_request text default null, p_user uuid default app.user_id(), p_home uuid default app.home_id(), p_actor uuid default app.actor_id())
returns void
language sql volatile
begin atomic
  insert into audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, p_user, p_actor, p_home, p_what, p_row, p_change, p_ip, p_request);
end;
revoke all on function app.write_audit from public;
grant execute on function app.write_audit to mirante_gate;
