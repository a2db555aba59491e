-- Returns the factors of an account, for a change that removes some: all, one, or the recovery codes.
-- Internal: called by factor_write, wipe_factors.
create or replace function app.factor_rows(p_account uuid, p_id uuid, p_kind text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(f)), '[]')
    from public.factors f
    where f.account_id = p_account and (p_id is null or f.id = p_id) and (p_kind is null or f.kind = p_kind) $$;
alter function app.factor_rows owner to mirante_gate;
revoke all on function app.factor_rows from public;
