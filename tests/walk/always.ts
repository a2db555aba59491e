/**
 * What must hold of the database at any time, as a sentence for each violation: $1 are the units, $7 the people linked by an administrator
 * so far.
 */
export const always = `
  select u.name || ' (' || u.profile || ') is known by an identifier that an administrator linked' as what
    from identities i join users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = any($1) and i.linked_by is not null and u.deleted_at is null
     and (u.profile <> 'user' or exists (select from users o
       where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
  union all select u.name || ' administers in a session that nothing but a linked identifier vouched for'
    from sessions s join users u on u.tenant_id = s.home_id and u.id = s.user_id
   where s.tenant_id = any($1) and s.kind = 'own' and s.auth_type = 'saml' and s.revoked_at is null
     and s.expires_at > now() and u.profile <> 'user'
     and not exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and i.linked_by is null)
  union all select u.name || ' was promoted and keeps what a linked identifier left behind' from users u
   where u.id::text = any($7) and u.profile <> 'user'
     and (exists (select from factors f where f.tenant_id = u.tenant_id and f.user_id = u.id)
       or exists (select from devices d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.trusted_by = 'unit'))
  union all select 'a link to an account stands on ' || t.host from tokens t
   where t.tenant_id = any($1) and t.purpose like 'account.%' and t.host is not null and t.used_at is null
     and (t.body->>'via' = 'tenant' or not (t.host = 'localhost' or t.host like '%.localhost'))
  union all select u.name || ' is reached under an address that is not the account''s' from users u join accounts a on a.id = u.account_id
   where u.tenant_id = any($1) and u.email <> a.email
  union all select u.name || ' keeps a factor from before the account was there'
   from factors f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
   where f.tenant_id = any($1) and u.account_id is not null
     and exists (select from audit a where a.tenant_id = u.tenant_id and a.row_id = u.id
       and a.what = 'account.accepted' and a.at > f.created_at)
  union all select 'a visit acts as ' || u.name || ', who did not allow it' from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
   where s.tenant_id = any($1) and s.kind = 'remote' and s.revoked_at is null and s.expires_at > now()
     and not exists (select from remote_requests q where q.session_id = s.id and q.user_id = s.user_id
       and (q.person_at is not null or q.kind = 'view' or u.remote_until > q.started_at))
  union all select u.name || ' (' || u.profile || ') was made by a visit' from users u
   where u.tenant_id = any($1) and u.name = 'Left' and (u.profile <> 'user' or u.flags <> '{}' or u.ip_exempt or u.allow_remote)
  union all select 'the task ' || k.name || ' of a visit acts for ' || u.name
    from tasks k join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id
   where k.tenant_id = any($1) and (k.relation_id is not null or u.seat is not null)
  union all select 'the capacity ' || c.name || ' has rules or a state that its owner did not ask for' from capacities c
   where c.owner_tenant_id = any($1) and (c.version > 1 or c.override is not null)
  union all select 'a capacity has another owner' from capacities c join capacity_members m on m.capacity_id = c.id
   where m.tenant_id = any($1)
     and c.owner_tenant_id is distinct from (select t.id from tenants t where t.id = any($1) and t.name = 'Unit B')
  union all select u.name || ' waits for a capacity in the name of a visit or of no one' from capacity_waiters w
    join users u on u.tenant_id = w.tenant_id and u.id = w.user_id
   where w.tenant_id = any($1) and u.seat is not null
  union all select 'another changed the notice ' || n.title || ' of ' || t.name from notices n join tenants t on t.id = n.tenant_id
   where n.tenant_id = any($1) and n.title = 'Mallory' and t.kind <> 'unit'
  union all select 'a notice of ' || t.name || ' was changed by ' || w.name
    from audit a join tenants w on w.id = a.tenant_id join notices n on n.id = a.row_id join tenants t on t.id = n.tenant_id
   where n.tenant_id = any($1) and a.tenant_id <> n.tenant_id and a.what in ('notice.edit', 'notice.withdraw', 'notice.delete')
  union all select u.name || ' acknowledged a notice without having done so' from notice_states s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
   where s.tenant_id = any($1) and s.acknowledged_at is not null and not exists (select from audit a
     where a.tenant_id = s.tenant_id and a.user_id = s.user_id and a.row_id = s.notice_id and a.what = 'notice.acknowledge'
       and a.actor_id is null)`;
