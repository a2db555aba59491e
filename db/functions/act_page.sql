-- Records a page opened during a live act-as session, for the session's summary.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on remote_requests.
create or replace function app.act_page(p_sid uuid, p_path text, p_title text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r
    set summary = jsonb_set(r.summary, '{pages}',
      coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.may_act(p_sid) is not null returning 1)
  select exists (select from w) or app.may_act(p_sid) is not null $$;
alter function app.act_page owner to mirante_gate;
revoke all on function app.act_page from public;
grant execute on function app.act_page to mirante_door;
