-- The only way to the caller's account: null unless the account vouched for this own session, or was proved in it within the last 15
-- minutes.
-- Callers: mirante_app.
create or replace function app.my_account() returns uuid stable parallel safe return nullif((app.me())[10], '-')::uuid;
revoke all on function app.my_account from public;
grant execute on function app.my_account to mirante_app, mirante_gate;
