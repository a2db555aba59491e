import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readSaml, samlHistory } from '../../../domain/saml/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { pastOf, presentPast } from '../../http/past.ts';
import { leftQuery, refuseUnlessLeft } from '../../http/ways-left.ts';
import { presentApp, type Row, rowColumns } from './rows.ts';

export const readOneSaml = bind(readSaml, async ({ id }, ctx) => {
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(sql`select ${rowColumns}, coalesce((select jsonb_object_agg(q.id, q.name) from user_groups q where q.deleted_at is null
        and q.id in (select (g->>'group')::uuid from jsonb_array_elements(x.settings->'groups') g)), '{}') as names from sso_apps x where x.kind = 'saml' and x.id = ${id}::uuid`),
  ]);
  refuseUnlessLeft(left);
  const [row] = rowsOf<Row & { names: Record<string, string> }>(rows);
  if (!row) throw new AppError('not_found');
  return presentApp(row, row.names, ctx);
});

export const readSamlHistory = bind(samlHistory, async ({ id }, ctx) => {
  const [left, there, rows] = await ctx.database.withTenant(entryOf(ctx, 'saml.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(sql`select 1 from sso_apps where kind = 'saml' and id = ${id}::uuid`),
    db.execute(pastOf(id)),
  ]);
  refuseUnlessLeft(left);
  if (there.rows.length === 0) throw new AppError('not_found');
  return { items: presentPast(rows) };
});
