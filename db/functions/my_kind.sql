-- Returns the kind of the caller's session, read from the sealed setting: own, remote, partner, embed_portal, embed_report, player,
-- directory or job; null without a seal.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.my_kind() returns text stable parallel safe return (app.me())[9];
revoke all on function app.my_kind from public;
grant execute on function app.my_kind to mirante_app, mirante_gate, mirante_job, mirante_wide;
