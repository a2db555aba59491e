-- Returns the RLS username for the report service: {email} and {{cf_…}} are replaced by the user's own values. A missing value makes the
-- result null.
-- Callers: mirante_app, mirante_job.
create or replace function app.identity_name(p_template text, p_email text, p_values jsonb) returns text immutable begin atomic
  select case when bool_or(m.parts[1] ~ '^\{\{cf_' and coalesce(p_values ->> btrim(m.parts[1], '{}'), '') !~ '\S') then null
      else string_agg(case
        when m.parts[1] = '{email}' then p_email
        when m.parts[1] ~ '^\{\{cf_' then p_values ->> btrim(m.parts[1], '{}')
        else m.parts[1] end,
        ''
        order by m.n) end
    from regexp_matches(p_template, '\{\{cf_[a-z0-9_]+\}\}|\{email\}|[^{]+|\{', 'g') with ordinality m (parts, n); end;
revoke all on function app.identity_name from public;
grant execute on function app.identity_name to mirante_app, mirante_job;
