import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { CatalogCard } from '../../../domain/catalogs/contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { tell } from '../notifications/index.ts';
import { getViewer, onCatalog, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { ableDeciders, getDeciders, getGranters, mayReleaseAny } from './request-row.ts';
import { deniedAt, getPending } from './standing.ts';

// The catalog as one user sees it; which reports count as visible depends on their places and grants (features/reports/visible.ts).

const cards = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  kind: typed<CatalogCard['kind']>('text'),
  group_id: 'uuid?',
  group_name: 'text?',
  hue: 'int4?',
  cover_kind: 'text',
  cover_file: 'text?',
  verified: 'bool',
  owner: 'text?',
  owner_grants: 'bool',
  releases: 'bool',
  data_at: 'timestamptz?',
  freshness: typed<CatalogCard['freshness']>('text'),
  sees: 'bool',
  pending_id: 'uuid?',
  pending_at: 'timestamptz?',
  denied_at: 'timestamptz?',
  sort_value: 'text',
} as const;
export type Card = RowOf<typeof cards>;

type Page = { where: SQL; sortValue: SQL; orderBy: SQL; limit: SQL };
const list = raw('catalogs.list', cards);
export function readCards(db: Db, ctx: SessionContext, { where, sortValue, orderBy, limit }: Page) {
  const me = ctx.session.sub;
  const language = ctx.language ?? ctx.tenant.language;
  const pending = getPending(me);
  return list(
    db,
    sql`select r.id, coalesce(r.texts->${language}::text->>'title', r.title) as title,
        coalesce(nullif(r.catalog_description, ''), r.texts->${language}::text->>'description', r.description) as description,
        r.kind, g.id as group_id, g.name as group_name, g.hue, r.cover_kind, r.cover_file, r.verified,
        (select o.name from users o where o.tenant_id = r.tenant_id and o.id = r.owner_id) as owner,
        r.owner_id is distinct from ${me}::uuid and exists (select from users d
          where d.tenant_id = r.tenant_id and d.id = r.owner_id and ${getGranters(sql`r.owner_id`)}) as owner_grants,
        r.restriction <> 'none' and not (r.needs_identity and not r.ignore_rls) as releases, r.data_at, r.freshness,
        ${visibleReport(getViewer(ctx))} as sees, (select q.id from ${pending}) as pending_id,
        (select q.asked_at from ${pending}) as pending_at, ${deniedAt(me)} as denied_at, ${sortValue} as sort_value
      from ${reportsWithPlace} where ${where} order by ${orderBy} ${limit}`,
  );
}

const count = raw('catalogs.count', { n: 'int4' });
export const countCards = (db: Db, where: SQL) => count(db, sql`select count(*)::int as n from ${reportsWithPlace} where ${where}`);

const groups = raw('catalogs.groups', { id: 'uuid', name: 'text', hue: 'int4', reports: 'int4' });
const maxGroups = 200;
export const readGroups = (db: Db) =>
  groups(
    db,
    sql`select g.id, g.name, g.hue, count(*)::int as reports from ${reportsWithPlace} where ${onCatalog} and g.id is not null
      group by g.id, g.name, g.hue, g.position order by g.position, g.id limit ${maxGroups}`,
  );

const maxDeciders = 3;
const deciders = raw('catalogs.deciders', { name: 'text', releases: 'bool' });
/** The first few deciders of requests; `releases` marks those who may also grant a report without its filters. */
export function readDeciders(db: Db, userId: string) {
  const some = (releases: SQL, which: SQL) =>
    sql`(select d.name, ${releases} as releases from users d where ${ableDeciders(sql`null::uuid`)} and ${which} and d.id <> ${userId}::uuid
      order by d.sort_key, d.id limit ${maxDeciders})`;
  return deciders(db, sql`${some(sql`false`, sql`true`)} union all ${some(sql`true`, mayReleaseAny)}`);
}

const standing = raw('catalogs.standing', {
  sees: 'bool',
  pending_at: 'timestamptz?',
  denied_at: 'timestamptz?',
  deciders: 'text[]',
});
/** The state of a catalog report for a user, and the first few people who can grant it. */
export function readStanding(db: Db, ctx: SessionContext, reportId: string) {
  const me = ctx.session.sub;
  return standing(
    db,
    sql`select ${visibleReport(getViewer(ctx))} as sees, (select q.asked_at from ${getPending(me)}) as pending_at,
        ${deniedAt(me)} as denied_at,
        array(select d.name from users d where ${getGranters(sql`r.owner_id`)} and d.id <> ${me}::uuid
          order by d.sort_key, d.id limit ${maxDeciders}) as deciders
      from ${reportsWithPlace} where r.id = ${reportId}::uuid and ${onCatalog}`,
  );
}

const tellDeciders = raw('catalogs.tell_deciders', {});
/** Notifies the people who may decide a new request, except its own requester. */
export const tellOfRequest = (db: Db, ctx: SessionContext, { id, reportId, justification }: NewRequest) =>
  tellDeciders(
    db,
    sql`with f as (select r.id, r.title, r.owner_id from reports r where r.id = ${reportId}::uuid),
      ${tell('told', {
        people: sql`select d.id as user_id from users d, f where ${getDeciders(sql`f.owner_id`)} and d.id <> ${ctx.session.sub}::uuid`,
        kind: 'catalog_requested',
        vars: sql`jsonb_build_object('person', (select p.name from users p where p.id = ${ctx.session.sub}::uuid), 'report',
          (select f.title from f), 'justification', ${justification}::text)`,
        link: sql`'/catalogs?tab=requests&id=' || ${id}::text`,
      })} select`,
  );
type NewRequest = { id: string; reportId: string; justification: string };

/** One row if the report is on the catalog. */
export const findOnCatalog = (db: Db, reportId: string) =>
  db.select({ one: sql<number>`1` }).from(reportsWithPlace).where(sql`r.id = ${reportId}::uuid and ${onCatalog}`);
