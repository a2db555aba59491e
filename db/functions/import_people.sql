-- Returns active users of a unit that can be imported, by the beginning of a word of the name or of the e-mail; either those named, or one
-- keyset page.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with me as materialized (select app.tenant_id() as tenant, (select i.id from app.import_units() i where i.id = p_unit) as unit)
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = me.tenant and h.email = u.email)
    from me join public.users u on u.tenant_id = me.unit
   where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0
       or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;
alter function app.import_people owner to mirante_gate;
revoke all on function app.import_people from public;
grant execute on function app.import_people to mirante_app;
