-- Enforces the user limit where the row is written, so neither single nor bulk writes can exceed it (Spec 5).
-- Trigger on users.
-- Raises: user_limit.
-- Security definer: callers may not execute tree_use.
create or replace function app.count_users()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_used int; v_limit int; v_kind text; begin
  for d in execute 'select tenant_id, sum(n)::int as n from ('
      || case when tg_op <> 'DELETE' then $q$
        select tenant_id, 1 as n
        from fresh
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || case when tg_op = 'UPDATE' then ' union all ' else '' end
      || case when tg_op <> 'INSERT' then $q$
        select tenant_id, -1 as n
        from gone
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || ') x group by tenant_id having sum(n) <> 0 order by tenant_id' loop
    update public.tenants set users_used = users_used + d.n where id = d.tenant_id
      returning users_used, user_limit, kind into v_used, v_limit, v_kind;
    -- A partner's limit covers what it has promised its units too.
    if d.n > 0 and v_kind = 'partner' and v_limit is not null then
      select u.users_given into v_used from app.tree_use(d.tenant_id, '') u;
    end if;
    if d.n > 0 and v_used > v_limit then raise exception 'user_limit' using errcode = 'MR422'; end if;
  end loop;
  return null; end $$;
alter function app.count_users owner to mirante_gate;
revoke all on function app.count_users from public;

create or replace trigger users_counted after update on users referencing old table as gone new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_in after insert on users referencing new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_out after delete on users referencing old table as gone for each statement
  execute function app.count_users();
