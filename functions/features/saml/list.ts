import { type SQL, sql } from 'drizzle-orm';
import { joiningProfiles } from '../../../domain/identities/join.ts';
import { exportSaml, listSaml, samlCompanies } from '../../../domain/saml/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { presentRow, rowColumns, shownApps, x } from './rows.ts';
import { readCompanies } from './saml.sql.ts';

const noRows = { n: 0, all: 0, A: 0, I: 0 };
const columns: Record<string, SortColumn> = {
  position: { sql: sql`x.position::bigint`, cast: 'bigint' },
  name: { sql: sql`lower(x.name)`, cast: 'text' },
  used: { sql: sql`coalesce(x.last_used_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
};

/** A tenant has at most thirty: the search runs over the rows already read. */
function sought(search: string | undefined): SQL {
  const needle = search ? fold(search) : '';
  return needle
    ? sql`(${foldedHas(sql`x.name`, needle)} or ${foldedHas(sql`x.settings->>'issuer'`, needle)} or ${needle} = any (x.domains))`
    : sql`true`;
}
const narrowed = (matches: SQL, view: string | undefined) =>
  sql`x.kind = 'saml' and ${matches} and ${view ? sql`x.status = ${view}` : sql`true`}`;

const rowsWhere = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;

export const findSaml = bind(listSaml, async (input, ctx) => {
  const list = keyset(input, columns, 'position', sql`x.id`);
  const matches = sought(input.search);
  const where = narrowed(matches, input.view);
  const [left, rows, [counted = noRows]] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [
    readDelegated(db),
    list.page(
      db
        .select({ ...rowColumns, sort_value: list.sortValue })
        .from(x)
        .$dynamic(),
      where,
    ),
    db
      .select({ n: rowsWhere(where), all: rowsWhere(sql`true`), A: rowsWhere(sql`x.status = 'A'`), I: rowsWhere(sql`x.status = 'I'`) })
      .from(x)
      .where(narrowed(matches, undefined)),
  ]);
  refuseUnlessDelegated(left);
  const { n: total, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total);
  return { items: kept.map(presentRow), ...paging, counts, profiles: [...joiningProfiles(ctx.tenant.kind)] };
});

export const exportSamlAsFile = bind(exportSaml, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'position', sql`x.id`);
  const where = narrowed(sought(input.search), input.view);
  const range = partRange(input);
  const [left, rows] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [
    readDelegated(db),
    shownApps(db).where(where).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  refuseUnlessDelegated(left);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.samlFile, rows.map(presentRow), {
    name: [texts.name, (row) => row.name],
    issuer: [texts.samlProvider, (row) => row.issuer],
    domains: [texts.samlDomains, (row) => row.domains.join(', ')],
    certificate: [texts.samlCertificate, (row) => getDay(ctx, row.certificateUntil)],
    people: [texts.accessPeople, (row) => row.people],
    used: [texts.samlUsed, (row) => getDay(ctx, row.lastUsedAt)],
    status: [texts.state, (row) => (row.status === 'A' ? texts.enabled : texts.disabled)],
    created: [texts.created, (row) => getDay(ctx, row.createdAt)],
  });
});

export const findCompanies = bind(samlCompanies, async (_input, ctx) => {
  const [left, rows] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [readDelegated(db), readCompanies(db)]);
  refuseUnlessDelegated(left);
  return { companies: rows.rows };
});
