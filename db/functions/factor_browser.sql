-- Returns the counter of wrong second steps in a known browser: one for sign-ins that the account vouches for, another one for those that
-- only the unit vouches for. A factor that the unit knows completes the latter alone, and so gives back their guesses alone.
-- Internal: called by factor_open, factor_use.
create or replace function app.factor_browser(p_device bytea, p_vouched text) returns text language sql immutable parallel safe
return case p_vouched when 'account' then 'md ' else 'mu ' end || encode(coalesce(p_device, ''), 'hex');
revoke all on function app.factor_browser from public;
grant execute on function app.factor_browser to mirante_gate;
