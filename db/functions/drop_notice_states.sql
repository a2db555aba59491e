-- Deletes what people did with deleted notices, in the tenants below too.
-- Trigger on notices.
-- Security definer: callers lack the grants on notice_states.
create or replace function app.drop_notice_states()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.notice_states s using gone g where s.notice_tenant_id = g.tenant_id and s.notice_id = g.id; return null; end $$;
alter function app.drop_notice_states owner to mirante_gate;
revoke all on function app.drop_notice_states from public;

create or replace trigger notices_gone after delete on notices referencing old table as gone for each statement
  execute function app.drop_notice_states();
