import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { addScim, deleteScim, updateScim } from '../../../../domain/scim/contract.ts';
import { mostTokens, shownTokenSigns, tokenDays, tokenPrefix } from '../../../../domain/scim/limits.ts';
import { bind } from '../../../http/bind.ts';
import { entryOf } from '../../../http/context.ts';
import { waysLeft } from '../../../http/ways-left.ts';
import { hashOf, newId, newSecret } from '../../../services/ids.ts';

type Outcome = { is_left: boolean; there: number; written: number; known: boolean };

/** The providers to which a directory can belong: each issuer of the SAML apps, and each directory of Entra. */
export const providersOf = sql`(select 'saml' as kind, x.settings->>'issuer' as issuer, min(x.name) as name from sso_apps x where x.kind = 'saml' group by 2
  union all select 'entra', e->>'id', coalesce(nullif(e->>'name', ''), x.name || ' ' || (e->>'id')) from sso_apps x, jsonb_array_elements(x.settings->'directories') e where x.kind = 'entra')`;

type Tie = { kind: string; issuer: string } | null | undefined;
/** Whether the provider that is named is one of this tenant. */
const knows = (tie: Tie) =>
  tie ? sql`exists (select from ${providersOf} p where p.kind = ${tie.kind} and p.issuer = ${tie.issuer})` : sql`true`;
const toldTie = (tie: Tie) => (tie === undefined ? {} : { provider: tie?.issuer ?? null });

/** A new token takes one of the two places; who comes second at the same moment finds none, because the database keeps them. */
export const addToken = bind(addScim, async ({ name, life, provider }, ctx) => {
  const id = newId(ctx.clock.now());
  const token = `${tokenPrefix}${newSecret()}`;
  const hash = await hashOf(token);
  const days = tokenDays[life];
  const full = new AppError('scim_token_limit', { limit: mostTokens });
  try {
    const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
      db.execute(sql`with f as (select ${waysLeft} as is_left, (select min(p) from (values (1), (2)) s (p) where p not in (select k.slot from scim_tokens k where k.revoked_at is null)) as place, ${knows(provider)} as known),
          w as (insert into scim_tokens (id, name, slot, prefix, hash, provider_kind, provider_issuer, expires_at) select ${id}::uuid, ${name}, f.place, ${token.slice(0, shownTokenSigns)}, ${hash}::bytea, ${provider?.kind ?? null}, ${provider?.issuer ?? null}, app.now() + make_interval(days => ${days}::int)
            from f where f.is_left and f.known and f.place is not null returning id, name, prefix, expires_at),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'scim.token_add', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name, 'prefix', w.prefix, 'expiresAt', w.expires_at) || ${JSON.stringify(toldTie(provider))}::jsonb), ${ctx.address}, ${ctx.requestId} from w)
        select f.is_left, f.known, 1 as there, (select count(*)::int from w) as written from f`),
    ]);
    const [outcome] = rowsOf<Outcome>(result);
    if (!outcome?.is_left) throw new AppError('function_disabled');
    if (!outcome.known) throw new AppError('not_found', undefined, { field: 'provider' });
    if (outcome.written !== 1) throw full;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw full;
    throw error;
  }
  return { id, token };
});

export const renameToken = bind(updateScim, async ({ id, version, name, provider }, ctx) => {
  const tied =
    provider === undefined ? sql`` : sql`, provider_kind = ${provider?.kind ?? null}, provider_issuer = ${provider?.issuer ?? null}`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(sql`with o as (select k.id, k.name, k.provider_issuer from scim_tokens k where k.id = ${id}::uuid and k.revoked_at is null), f as (select ${waysLeft} as is_left, ${knows(provider)} as known),
        w as (update scim_tokens t set name = ${name}${tied}, version = t.version + 1 from f where f.is_left and f.known and t.id = ${id}::uuid and t.revoked_at is null and t.version = ${version} returning t.id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'scim.token_edit', w.id, jsonb_build_object('before', jsonb_build_object('name', o.name, 'provider', o.provider_issuer), 'after', jsonb_build_object('name', ${name}::text) || ${JSON.stringify(toldTie(provider))}::jsonb), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
      select f.is_left, f.known, (select count(*)::int from o) as there, (select count(*)::int from w) as written from f`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (outcome?.is_left && outcome.there && !outcome.known) throw new AppError('not_found', undefined, { field: 'provider' });
  settle(outcome);
  return { id, version: version + 1 };
});

export const revokeToken = bind(deleteScim, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(sql`with f as (select ${waysLeft} as is_left),
        w as (update scim_tokens t set revoked_at = app.now(), version = t.version + 1 from f where f.is_left and t.id = ${id}::uuid and t.revoked_at is null returning t.id, t.name, t.prefix),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'scim.token_remove', w.id, jsonb_build_object('before', jsonb_build_object('name', w.name, 'prefix', w.prefix)), ${ctx.address}, ${ctx.requestId} from w)
      select f.is_left, (select count(*)::int from w) as there, (select count(*)::int from w) as written from f`),
  ]);
  settle(rowsOf<Outcome>(result)[0]);
  return { id };
});

export function settle(outcome: Omit<Outcome, 'known'> | undefined): void {
  if (!outcome?.is_left) throw new AppError('function_disabled');
  if (!outcome.there) throw new AppError('not_found');
  if (outcome.written !== 1) throw new AppError('changed_meanwhile');
}
