-- Returns the public questions of a tenant, and those of the tenants above it that apply there; nothing where the FAQ is hidden.
-- Callers: mirante_public.
-- Security definer: callers may not execute faq_of, hidden_menu.
create or replace function app.public_faq(p_tenant uuid)
returns table (far int, id uuid, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select f.far, f.id, f.position, f.texts
    from app.faq_of(p_tenant) f
    where f.audience = 'public' and not ('faq' = any (app.hidden_menu(p_tenant))) $$;
alter function app.public_faq owner to mirante_gate;
revoke all on function app.public_faq from public;
grant execute on function app.public_faq to mirante_public;
