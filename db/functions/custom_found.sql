-- Returns the searchable texts of a custom field's value; one for each element of a list.
-- Internal: called by keep_custom_values, refill_custom_values.
create or replace function app.custom_found(p_type text, p_value jsonb) returns setof text immutable begin atomic
  select distinct case p_type when 'number' then app.custom_number(x.v::numeric) when 'date' then x.v else app.custom_fold(x.v) end
    from (select jsonb_array_elements_text(p_value) as v
      where jsonb_typeof(p_value) = 'array'
      union all select p_value #>> '{}'
      where jsonb_typeof(p_value) in ('string', 'number')) x
    where x.v <> '';
  end;
revoke all on function app.custom_found from public;
grant execute on function app.custom_found to mirante_gate;
