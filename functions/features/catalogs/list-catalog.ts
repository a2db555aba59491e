import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type CatalogCard, listCatalog } from '../../../domain/catalogs/contract.ts';
import { offerFor } from '../../../domain/catalogs/request.ts';
import { coverKinds } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { hiddenPlace, matchesWords, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';
import { decidersOf, grantersOf, mayReleaseAny } from './request-row.ts';

type Row = {
  id: string;
  title: string;
  description: string;
  kind: 'powerbi' | 'external';
  group_id: string | null;
  group_name: string | null;
  hue: number | null;
  cover_kind: string;
  cover_file: string | null;
  verified: boolean;
  owner: string | null;
  owner_grants: boolean;
  releases: boolean;
  data_at: string | null;
  freshness: CatalogCard['freshness'];
  sees: boolean;
  pending_id: string | null;
  pending_at: string | null;
  denied_at: string | null;
  sort_value: string;
};

const sorts: Record<string, SortColumn> = {
  title: { sql: sql`r.sort_key`, cast: 'text' },
  added: { sql: sql`r.created_at`, cast: 'timestamptz' },
};
/** One who may decide; those of reports that need the right to release have it. */
type Decider = { name: string; releases: boolean };
const mostDeciders = 3;

/** On the catalog: chosen for it, not hidden, and its group not hidden either; whom the group is for does not matter. */
export const onCatalog = sql`(r.on_catalog and not r.hidden and not ${hiddenPlace})`;

/** The last refusal of a person for report r that still counts. */
export const deniedAt = (userId: string): SQL =>
  sql`(select max(q.decided_at) from catalog_requests q where q.tenant_id = r.tenant_id and q.user_id = ${userId}::uuid and q.report_id = r.id and q.state = 'denied' and q.lifted_at is null)`;

export const findCatalog = bind(listCatalog, async (input, ctx) => {
  const viewer = viewerOf(ctx);
  const me = ctx.session.sub;
  const language = ctx.language ?? ctx.tenant.language;
  const list = keyset(input, sorts, 'title', sql`r.id`);
  const sees = visibleReport(viewer);
  const where = sql.join(
    [
      onCatalog,
      matchesWords(input.search),
      input.group ? sql`g.id = ${input.group}::uuid` : sql`true`,
      input.report ? sql`r.id = ${input.report}::uuid` : sql`true`,
      input.offer ? sql`not ${sees}` : sql`true`,
    ],
    sql` and `,
  );
  const pending = sql`catalog_requests q where q.tenant_id = r.tenant_id and q.user_id = ${me}::uuid and q.report_id = r.id and q.state = 'pending'`;
  const [rows, counted, groups, deciders] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db.execute(sql`select r.id, coalesce(r.texts->${language}::text->>'title', r.title) as title, coalesce(nullif(r.catalog_description, ''), r.texts->${language}::text->>'description', r.description) as description, r.kind,
        g.id as group_id, g.name as group_name, g.hue, r.cover_kind, r.cover_file, r.verified, (select o.name from users o where o.tenant_id = r.tenant_id and o.id = r.owner_id) as owner, r.owner_id is distinct from ${me}::uuid and exists (select from users d where d.tenant_id = r.tenant_id and d.id = r.owner_id and ${grantersOf(sql`r.owner_id`)}) as owner_grants,
        r.restriction <> 'none' and not (r.needs_identity and not r.ignore_rls) as releases, r.data_at, r.freshness,
        ${sees} as sees, (select q.id from ${pending}) as pending_id, (select q.asked_at from ${pending}) as pending_at, ${deniedAt(me)} as denied_at, ${list.sortValue} as sort_value
      from ${reportsWithPlace} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`),
    db.execute(sql`select count(*)::int as n from ${reportsWithPlace} where ${where}`),
    db.execute(
      sql`select g.id, g.name, g.hue, count(*)::int as reports from ${reportsWithPlace} where ${onCatalog} and g.id is not null group by g.id, g.name, g.hue, g.position order by g.position, g.id limit 200`,
    ),
    db.execute(
      sql`(select d.name, false as releases from users d where ${decidersOf(sql`null::uuid`)} and d.id <> ${me}::uuid order by d.sort_key, d.id limit ${mostDeciders})
        union all (select d.name, true from users d where ${decidersOf(sql`null::uuid`)} and ${mayReleaseAny} and d.id <> ${me}::uuid order by d.sort_key, d.id limit ${mostDeciders})`,
    ),
  ]);
  const now = ctx.clock.now();
  const others = rowsOf<Decider>(deciders);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return {
    items: kept.map((row) => present(row, now, others)),
    ...paging,
    groups: rowsOf<{ id: string; name: string; hue: number; reports: number }>(groups),
  };
});

const time = (at: string | null) => (at ? Date.parse(at) : null);

function present(row: Row, now: number, others: readonly Decider[]): CatalogCard {
  const first = row.owner_grants && row.owner ? [row.owner] : [];
  const offer = offerFor({ sees: row.sees, pendingSince: time(row.pending_at), deniedAt: time(row.denied_at) }, now);
  const at = offer.kind === 'pending' ? offer.since : offer.kind === 'wait' ? offer.until : null;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    kind: row.kind,
    group: row.group_id ? { id: row.group_id, name: row.group_name ?? '', hue: row.hue ?? 0 } : null,
    cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
    verified: row.verified,
    owner: row.owner,
    deciders: [...new Set([...first, ...others.filter(({ releases }) => releases === row.releases).map(({ name }) => name)])],
    dataAt: row.data_at ? new Date(row.data_at).toISOString() : null,
    freshness: row.freshness,
    offer: {
      kind: offer.kind,
      at: at === null ? null : new Date(at).toISOString(),
      requestId: offer.kind === 'pending' ? row.pending_id : null,
    },
  };
}
