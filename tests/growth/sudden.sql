create schema if not exists tests;

-- Gives a unit `p_people` more people at once, as an import does, and what they do there in a busy hour. Triggers and foreign keys rest.
create function tests.grow_at_once(p_tenant uuid, p_people int) returns void language plpgsql as $$ begin
  set local session_replication_role = replica;
  create temp table crowd on commit drop as select gen_random_uuid() as u, gen_random_uuid() as a, n from generate_series(1, p_people) n;
  insert into public.accounts (id, email) select a, 'sudden' || n || '@' || left(p_tenant::text, 8) || '.test' from crowd;
  insert into public.users (tenant_id, id, account_id, email, name, sort_key, profile)
    select p_tenant, u, a, 'sudden' || n || '@' || left(p_tenant::text, 8) || '.test', 'Person ' || n, 'person ' || n, 'user' from crowd;
  insert into public.factors (id, holder, account_id, kind, name, secret)
    select gen_random_uuid(), a, a, 'totp', 'App', 's' from crowd where n % 2 = 0;
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, g.id, c.u from crowd c, (select q.id from public.user_groups q where q.tenant_id = p_tenant and q.deleted_at is null
      order by q.id in (select s.user_group_id from public.scim_groups s where s.tenant_id = p_tenant) desc, q.id limit 3) g;
  insert into public.notifications (tenant_id, id, user_id, kind, mailing_id)
    select p_tenant, gen_random_uuid(), c.u, 'announcement', m.mailing_id
      from crowd c, (select mailing_id from public.messages where tenant_id = p_tenant union all select null) m;
  insert into public.outbox (tenant_id, kind, body, lane, due_at)
    select p_tenant, 'notification', jsonb_build_object('id', n.id), 3, now() + interval '1 year'
      from public.notifications n where n.tenant_id = p_tenant;
  insert into public.mails (tenant_id, id, user_id, address, kind)
    select p_tenant, gen_random_uuid(), u, u || '@people.test', 'test' from crowd;
  insert into public.sign_ins (tenant_id, id, user_id, way, outcome) select p_tenant, gen_random_uuid(), u, 'password', 'ok' from crowd;
  insert into public.devices (hash, tenant_id, user_id) select sha256(uuid_send(u)), p_tenant, u from crowd;
  insert into public.visits (tenant_id, id, user_id, report_id)
    select p_tenant, gen_random_uuid(), c.u, r.id from crowd c, (select id from public.reports where tenant_id = p_tenant limit 2) r;
  insert into public.report_states (tenant_id, user_id, report_id, state)
    select p_tenant, c.u, r.id, 's' from crowd c, (select id from public.reports where tenant_id = p_tenant limit 2) r;
  insert into public.audit (tenant_id, what, row_id, user_id, change)
    select p_tenant, 'user.add', c.u, (select id from public.users where tenant_id = p_tenant and profile <> 'user' limit 1),
        '{"after":{"name":"x"}}'
      from crowd c;
  insert into public.questionnaires (tenant_id, user_id) select p_tenant, u from crowd;
  insert into public.custom_values (tenant_id, row_id, key, value)
    select p_tenant, c.u, f.key, 'sul'
      from crowd c, (select key from public.custom_fields where tenant_id = p_tenant and of = 'user' order by key limit 1) f;
end $$;
