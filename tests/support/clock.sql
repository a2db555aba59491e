-- Only in tests: time in SQL follows the time that a request or a job says.
create or replace function app.now() returns timestamptz stable parallel safe
  return coalesce(nullif(current_setting('app.test_now', true), '')::timestamptz, pg_catalog.now());
