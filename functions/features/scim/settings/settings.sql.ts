import { type SQL, sql } from 'drizzle-orm';
import { mustHold } from '../../../../db/assertions.ts';
import { auditEach } from '../../../../db/audited.ts';
import type { Db } from '../../../../db/client.ts';
import { raw, typed } from '../../../../db/raw.ts';
import { refusalDays } from '../../../../domain/scim/limits.ts';
import type { Tie } from '../../../../domain/scim/tokens.ts';
import type { Context } from '../../../request/context.ts';
import { waysInDelegated } from '../../../request/delegation.ts';
import { memberships, membersMoved } from '../../../request/record-membership.ts';

const factsRow = raw('scim.facts', { invite: 'bool', version: 'int4', people: 'int4', groups: 'int4', errors: 'int4' });
/** The tenant's settings for its directory, and statistics about it. */
export const readFacts = (db: Db) =>
  factsRow(
    db,
    sql`select coalesce((select s.invite from scim_settings s), false) as invite, coalesce((select s.version from scim_settings s), 0) as version,
      (select count(*)::int from users u where u.user_name is not null and u.deleted_at is null) as people,
      (select count(*)::int from scim_groups s
        join user_groups g on g.tenant_id = s.tenant_id and g.id = s.user_group_id and g.deleted_at is null) as groups,
      (select count(*)::int from scim_log l
        where l.status >= 400 and l.at > app.now() - make_interval(days => ${refusalDays}::int)) as errors`,
  );

/** The providers to which a directory can belong: each issuer of the SAML apps, and each directory of Entra. */
const tokenProviders = sql`(
  select 'saml' as kind, x.settings->>'issuer' as issuer, min(x.name) as name from sso_apps x where x.kind = 'saml' group by 2
  union all select 'entra', e->>'id', coalesce(nullif(e->>'name', ''), x.name || ' ' || (e->>'id'))
    from sso_apps x, jsonb_array_elements(x.settings->'directories') e where x.kind = 'entra')`;
const providerRows = raw('scim.providers', { kind: typed<'saml' | 'entra'>('text'), issuer: 'text', name: 'text' });
export const readProviders = (db: Db) =>
  providerRows(db, sql`select p.kind, p.issuer, p.name from ${tokenProviders} p order by p.kind desc, p.name, p.issuer`);

/** Whether the named provider belongs to this tenant. */
const knows = (tie: Tie): SQL =>
  tie ? sql`exists (select from ${tokenProviders} p where p.kind = ${tie.kind} and p.issuer = ${tie.issuer})` : sql`true`;
const tieRow = raw('scim.knows_provider', { known: 'bool' });
export const knowsTie = (db: Db, tie: Tie) => tieRow(db, sql`select ${knows(tie)} as known`);
/** Aborts the write if the provider was removed in the meantime. */
export const holdTie = (db: Db, tie: Tie) => mustHold(db, knows(tie));

type New = { id: string; name: string; prefix: string; hash: string; tie: Tie; days: number | null; told: object };
const addRow = raw('scim.add_token', { is_left: 'bool', known: 'bool', written: 'int4' });
/** Takes one of the two token slots: the database counts them, so of two concurrent tokens one finds none. */
export const addTokenRow = (db: Db, { address, requestId }: Context, { id, name, prefix, hash, tie, days, told }: New) =>
  addRow(
    db,
    sql`with f as (
          select ${waysInDelegated} as is_left, ${knows(tie)} as known, (
            select min(p) from (values (1), (2)) s (p)
              where p not in (select k.slot from scim_tokens k where k.revoked_at is null)) as place),
        w as (
          insert into scim_tokens (id, name, slot, prefix, hash, provider_kind, provider_issuer, expires_at)
          select ${id}::uuid, ${name}, f.place, ${prefix}, ${hash}::bytea, ${tie?.kind ?? null}, ${tie?.issuer ?? null},
            app.now() + make_interval(days => ${days}::int)
          from f where f.is_left and f.known and f.place is not null returning id, name, prefix, expires_at),
        a as (
          ${auditEach(
            { address, requestId },
            {
              what: 'scim.token_add',
              row: sql`w.id`,
              facts: {
                after: sql`jsonb_build_object('name', w.name, 'prefix', w.prefix, 'expiresAt', w.expires_at) || ${JSON.stringify(told)}::jsonb`,
              },
              from: sql`w`,
            },
          )})
      select f.is_left, f.known, (select count(*)::int from w) as written from f`,
  );

const revokeRow = raw('scim.revoke_token', { is_left: 'bool', written: 'int4' });
export const revokeTokenRow = (db: Db, { address, requestId }: Context, id: string) =>
  revokeRow(
    db,
    sql`with f as (select ${waysInDelegated} as is_left),
        w as (
          update scim_tokens t set revoked_at = app.now(), version = t.version + 1
          from f where f.is_left and t.id = ${id}::uuid and t.revoked_at is null returning t.id, t.name, t.prefix),
        a as (
          ${auditEach(
            { address, requestId },
            {
              what: 'scim.token_remove',
              row: sql`w.id`,
              facts: { before: { name: sql`w.name`, prefix: sql`w.prefix` } },
              from: sql`w`,
            },
          )})
      select f.is_left, (select count(*)::int from w) as written from f`,
  );

const choicesRow = raw('scim.save_choices', { is_left: 'bool', version: 'int4?' });
export const saveChoicesRow = (db: Db, { address, requestId }: Context, invite: boolean, version: number) =>
  choicesRow(
    db,
    sql`with o as (select s.invite, s.version from scim_settings s),
        f as (select ${waysInDelegated} as is_left, coalesce((select o.version from o), 0) as version),
        w as (
          insert into scim_settings (tenant_id, invite)
          select (select app.tenant_id()), ${invite}::boolean from f where f.is_left and f.version = ${version}
          on conflict (tenant_id) do update set invite = excluded.invite, version = scim_settings.version + 1
            where scim_settings.version = ${version}
          returning tenant_id, invite, version),
        a as (
          ${auditEach(
            { address, requestId },
            {
              what: 'scim.choices',
              row: null,
              facts: { before: { invite: sql`coalesce((select o.invite from o), false)` }, after: { invite: sql`w.invite` } },
              from: sql`w`,
            },
          )})
      select f.is_left, (select w.version from w) as version from f`,
  );

type Move = { from: string; to: string; toName: string };
const moveRow = raw('scim.move_members', { moved: 'int4' });
/** Moves all members of one group into another, however many, with the record of the group and of each new member. */
export const moveMembers = (db: Db, ctx: Context, { from, to, toName }: Move) =>
  moveRow(
    db,
    sql`with m as (
          insert into user_group_members (user_group_id, user_id, by_directory)
          select ${to}::uuid, x.user_id, x.by_directory from user_group_members x where x.user_group_id = ${from}::uuid
          on conflict do nothing returning user_id),
        came as (
          ${auditEach(ctx, {
            what: 'user_group.members_add',
            row: sql`${to}::uuid`,
            facts: membersMoved(sql`m`),
            where: sql`exists (select from m)`,
          })}),
        ${memberships('joins', sql`select m.user_id, ${toName}::text as group_name from m`, 'addToGroup', ctx)}
      select count(*)::int as moved from m`,
  );
