-- Fires when a password link or an invitation is about to be mailed.
-- Trigger on outbox.
-- Security definer: callers may not execute spare_administrator.
create or replace function app.spare_addressed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.spare_administrator((new.body->>'user_id')::uuid);
  return null; end $$;
alter function app.spare_addressed owner to mirante_gate;
revoke all on function app.spare_addressed from public;

create or replace trigger outbox_administrators_spared after insert on outbox for each row
  when (new.kind in ('account.invite', 'account.reset'))
  execute function app.spare_addressed();
