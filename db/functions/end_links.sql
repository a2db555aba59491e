-- Revokes a user's links when they are blocked, removed or get another address; reinstating the user doesn't bring the links back.
-- Trigger on users.
-- Security definer: callers lack the grants on tokens.
create or replace function app.end_links()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.tokens t set used_at = app.now() from gone o join fresh n on n.tenant_id = o.tenant_id and n.id = o.id
   where (n.status <> o.status or n.deleted_at is distinct from o.deleted_at or n.email <> o.email)
     and (n.status not in ('A','T') or n.deleted_at is not null or n.email <> o.email)
     and t.tenant_id = n.tenant_id and t.user_id = n.id and t.used_at is null
     and t.purpose in ('account.invite', 'account.reset', 'account.change');
  return null; end $$;
alter function app.end_links owner to mirante_gate;
revoke all on function app.end_links from public;

create or replace trigger users_links after update on users referencing old table as gone new table as fresh for each statement
  execute function app.end_links();
