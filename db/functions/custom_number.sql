-- Returns a number as text that sorts in numeric order; valid for decimal(18,6), so below 10^12.
-- Callers: mirante_app, mirante_job.
create or replace function app.custom_number(v numeric) returns text immutable return to_char(v + 1000000000000, 'FM0000000000000.000000');
revoke all on function app.custom_number from public;
grant execute on function app.custom_number to mirante_app, mirante_gate, mirante_job;
