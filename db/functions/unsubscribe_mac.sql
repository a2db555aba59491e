-- Returns the signature of an unsubscribe link, by the database's own key: a link in an old mail outlives the Worker's keys.
-- Internal: called by unsubscribe, unsubscribe_token.
create or replace function app.unsubscribe_mac(p_tenant uuid, p_person uuid, p_about text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select translate(encode(sha256(s.v || sha256(s.v || convert_to('unsubscribe ' || p_tenant || ' ' || p_person || ' ' || p_about, 'UTF8'))),
    'base64'), '+/=', '-_') from app.secret s $$;
alter function app.unsubscribe_mac owner to mirante_gate;
revoke all on function app.unsubscribe_mac from public;
