-- Folds a custom field's value for search: no diacritics, lower case, single spaces.
-- Callers: mirante_app, mirante_job.
create or replace function app.custom_fold(v text) returns text immutable
  return left(btrim(regexp_replace(lower(regexp_replace(normalize(v, NFKD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g')), 200);
revoke all on function app.custom_fold from public;
grant execute on function app.custom_fold to mirante_app, mirante_gate, mirante_job;
