import { by, comeIn, honestly, type Move, mallory } from './move.ts';
import { changeCompany, touch } from './moves/credentials.ts';
import { beats, change, makeLink } from './moves/displays.ts';
import { adopt, provision, raise, turn } from './moves/keys.ts';
import { olgaOf, pedroSets, setState } from './moves/layers.ts';
import { link } from './moves/links.ts';
import { accept, forget } from './moves/mailed.ts';
import { promote, redirect, resetFactors } from './moves/people.ts';
import { ask, enter } from './moves/remote.ts';
import { relate, visit } from './moves/visits.ts';
import { asserted, choosePassword, cloud, plant, plantNew } from './moves/ways-in.ts';
import type { Scene } from './scene.ts';

/** Checks removed on purpose, one at a time: the walk must notice each removal. */
export const planted: Record<string, string> = {
  'any own session reaches the account': `create or replace function app.my_account()
    returns uuid language sql stable parallel safe security definer
    set search_path = pg_catalog, pg_temp as
    $$ select u.account_id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.my_kind() = 'own' $$`,
  'every way in vouches as the account': `create or replace function app.vouched_by(p_tenant uuid, p_user uuid, p_way text, p_vouched text)
    returns text language sql stable security definer
    set search_path = pg_catalog, pg_temp as
    $$
      select case when p_way <> 'embedded' and u.account_id is not null then 'account' else 'unit' end
      from public.users u
      where u.tenant_id = p_tenant and u.id = p_user $$`,
  'an address alone links anybody': `create or replace function app.may_link(p_tenant uuid, p_user uuid, p_kind text, p_issuer text,
    p_subject text, p_email text, p_domains text[])
    returns boolean language sql stable security definer
    set search_path = pg_catalog, pg_temp as
    $$ select true $$`,
  'an identifier links any person': `create or replace function app.link_holds(p_tenant uuid, p_user uuid)
    returns boolean language sql stable security definer
    set search_path = pg_catalog, pg_temp as
    $$ select true $$`,
  'a unit resets the factors of an account': `create or replace function app.reset_factors(p_user uuid, p_address text, p_request text)
    returns text language sql volatile security definer
    set search_path = pg_catalog, pg_temp as
    $$ with gone as (delete from public.factors f using public.users u
      where u.tenant_id = app.tenant_id() and u.id = p_user and f.account_id = u.account_id
      returning 1) select case when exists (select from gone) then 'ok' else 'empty' end $$`,
  'a promotion keeps what was linked': `create or replace function app.drop_planted()
    returns trigger language plpgsql volatile security definer
    set search_path = pg_catalog, pg_temp as
    $$ begin return null; end $$`,
  'a promotion keeps the factors that a linked identifier left behind': `create or replace function app.drop_planted()
    returns trigger language plpgsql volatile security definer
    set search_path = pg_catalog, pg_temp as
    $$ begin delete from public.identities x where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
      insert into public.audit (tenant_id, user_id, home_id, what, row_id, change)
        values (new.tenant_id, app.user_id(), new.tenant_id, 'user.unlink', new.id, '{}');
      update public.sessions s
        set revoked_at = app.now()
        where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit';
      return null; end $$`,
};
