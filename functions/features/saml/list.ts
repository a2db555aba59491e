import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { joiningProfiles } from '../../../domain/identities/join.ts';
import { exportSaml, listSaml, samlCompanies } from '../../../domain/saml/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { leftQuery, refuseUnlessLeft } from '../../http/ways-left.ts';
import { presentRow, type Row, rowColumns } from './rows.ts';

const columns: Record<string, SortColumn> = {
  position: { sql: sql`x.position::bigint`, cast: 'bigint' },
  name: { sql: sql`lower(x.name)`, cast: 'text' },
  used: { sql: sql`coalesce(x.last_used_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
};

/** A tenant has thirty at most: what is typed is sought in what is read. */
function sought(search: string | undefined): SQL {
  const needle = search ? fold(search) : '';
  return needle
    ? sql`(position(${needle} in lower(x.name)) > 0 or position(${needle} in lower(x.settings->>'issuer')) > 0 or ${needle} = any (x.domains))`
    : sql`true`;
}
const narrowed = (matches: SQL, view: string | undefined) =>
  sql`x.kind = 'saml' and ${matches} and ${view ? sql`x.status = ${view}` : sql`true`}`;

export const findSaml = bind(listSaml, async (input, ctx) => {
  const list = keyset(input, columns, 'position', sql`x.id`);
  const matches = sought(input.search);
  const where = narrowed(matches, input.view);
  const [left, rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from sso_apps x where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${where})::int as n, count(*)::int as "all", count(*) filter (where x.status = 'A')::int as "A", count(*) filter (where x.status = 'I')::int as "I"
      from sso_apps x where x.kind = 'saml' and ${matches}`),
  ]);
  refuseUnlessLeft(left);
  const { n: total, ...counts } = rowsOf<{ n: number; all: number; A: number; I: number }>(counted)[0] ?? { n: 0, all: 0, A: 0, I: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), total);
  return { items: kept.map(presentRow), ...paging, counts, profiles: [...joiningProfiles(ctx.tenant.kind)] };
});

export const exportSamlAsFile = bind(exportSaml, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'position', sql`x.id`);
  const where = narrowed(sought(input.search), input.view);
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(sql`select ${rowColumns} from sso_apps x where ${where} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  refuseUnlessLeft(left);
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, texts.samlFile, rowsOf<Row>(rows).map(presentRow), {
    name: [texts.name, (row) => row.name],
    issuer: [texts.samlProvider, (row) => row.issuer],
    domains: [texts.samlDomains, (row) => row.domains.join(', ')],
    certificate: [texts.samlCertificate, (row) => dayOf(row.certificateUntil)],
    people: [texts.accessPeople, (row) => row.people],
    used: [texts.samlUsed, (row) => dayOf(row.lastUsedAt)],
    status: [texts.state, (row) => (row.status === 'A' ? texts.enabled : texts.disabled)],
    created: [texts.created, (row) => dayOf(row.createdAt)],
  });
});

type Company = { id: string; name: string; apps: number; active: number; people: number };

export const findCompanies = bind(samlCompanies, async (_input, ctx) => {
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(sql`select id, name, apps, active, people from app.saml_companies()`),
  ]);
  refuseUnlessLeft(left);
  return { companies: rowsOf<Company>(rows) };
});
