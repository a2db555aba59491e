-- Returns the settings that belong to a tenant's protected configuration, with the form's defaults: saving a default explicitly, or an
-- empty list for none, is not a change.
-- Internal: called by keep_settings.
create or replace function app.house_settings()
returns jsonb
language sql immutable security definer set search_path = pg_catalog, pg_temp as $$
  select '{"password_sign_in":"S","enable_password":"N","min_character":null,"capital_letter":"N","special_characters":"N",
    "expiry_time_password":null,"login_timeout":8,"ip":"N","listIp":[],"ip_trial":null,"mfa_master":"N","mfa_required":"all",
    "mfa_trust_sso":"S","allow_access_remote":"N","remote_consent":"each",
    "enable_embedded":"N","embed_origins":[],"below_user_import":true,"below_saml":true,"below_mfa":true,"below_remote":true}'::jsonb $$;
alter function app.house_settings owner to mirante_gate;
revoke all on function app.house_settings from public;
