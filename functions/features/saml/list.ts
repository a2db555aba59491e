import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listSaml, samlCompanies } from '../../../domain/saml/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { presentRow, type Row, rowColumns } from './rows.ts';
import { isLeft } from './settings.ts';

const columns: Record<string, SortColumn> = {
  position: { sql: sql`x.position::bigint`, cast: 'bigint' },
  name: { sql: sql`lower(x.name)`, cast: 'text' },
  used: { sql: sql`coalesce(x.last_used_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
};

export const findSaml = bind(listSaml, async (input, ctx) => {
  const list = keyset(input, columns, 'position', sql`x.id`);
  const needle = input.search ? fold(input.search) : '';
  // A tenant has thirty at most: what is typed is sought in what is read.
  const matches = needle
    ? sql`(position(${needle} in lower(x.name)) > 0 or position(${needle} in lower(x.settings->>'issuer')) > 0 or ${needle} = any (x.domains))`
    : sql`true`;
  const where = sql`x.kind = 'saml' and ${matches} and ${input.view ? sql`x.status = ${input.view}` : sql`true`}`;
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from sso_apps x where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${where})::int as n, count(*)::int as "all", count(*) filter (where x.status = 'A')::int as "A", count(*) filter (where x.status = 'I')::int as "I", ${isLeft} as allowed
      from sso_apps x where x.kind = 'saml' and ${matches}`),
  ]);
  const {
    n: total,
    allowed,
    ...counts
  } = rowsOf<{ n: number; all: number; A: number; I: number; allowed: boolean }>(counted)[0] ?? {
    ...{ n: 0, all: 0, A: 0, I: 0, allowed: true },
  };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), total);
  return { items: kept.map(presentRow), ...paging, counts, allowed, profiles: [...profilesIn(ctx.tenant.kind)] };
});

type Company = { id: string; name: string; apps: number; active: number; people: number };

export const findCompanies = bind(samlCompanies, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(sql`select id, name, apps, active, people from app.saml_companies()`),
  ]);
  return { companies: rowsOf<Company>(rows) };
});
