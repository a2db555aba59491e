import { sql } from 'drizzle-orm';
import { type CatalogCard, listCatalog } from '../../../domain/catalogs/contract.ts';
import { offerFor } from '../../../domain/catalogs/request.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { coverKinds } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getViewer, matchesWords, onCatalog, visibleReport } from '../reports/index.ts';
import { type Card, countCards, readCards, readDeciders, readGroups } from './catalogs.sql.ts';

const sorts: Record<string, SortColumn> = {
  title: { sql: sql`r.sort_key`, cast: 'text' },
  added: { sql: sql`r.created_at`, cast: 'timestamptz' },
};
export const findCatalog = bind(listCatalog, async (input, ctx) => {
  const list = keyset(input, sorts, 'title', sql`r.id`);
  const where = sql.join(
    [
      onCatalog,
      matchesWords(input.search),
      input.group ? sql`g.id = ${input.group}::uuid` : sql`true`,
      input.report ? sql`r.id = ${input.report}::uuid` : sql`true`,
      input.offer ? sql`not ${visibleReport(getViewer(ctx))}` : sql`true`,
    ],
    sql` and `,
  );
  const [{ rows }, { rows: counted }, { rows: groups }, { rows: deciders }] = await ctx.database.withTenant(
    getEntry(ctx, 'catalogs.view'),
    (db) => [
      readCards(db, ctx, { ...list, where: sql`${where} and ${list.where}` }),
      countCards(db, where),
      readGroups(db),
      readDeciders(db, ctx.session.sub),
    ],
  );
  const now = ctx.clock.now();
  const { rows: kept, ...paging } = list.answer(rows, counted[0]?.n ?? 0);
  return {
    items: kept.map((row) => present(row, now, deciders)),
    ...paging,
    groups,
  };
});

const time = (at: string | null) => (at ? Date.parse(at) : null);

function present(row: Card, now: number, others: readonly { name: string; releases: boolean }[]): CatalogCard {
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
    dataAt: isoOrNull(row.data_at),
    freshness: row.freshness,
    offer: {
      kind: offer.kind,
      at: at === null ? null : new Date(at).toISOString(),
      requestId: offer.kind === 'pending' ? row.pending_id : null,
    },
  };
}
