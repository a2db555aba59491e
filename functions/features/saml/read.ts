import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readSaml, samlHistory } from '../../../domain/saml/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { presentHistory } from '../../request/history.ts';
import { presentApp, rowColumns, x } from './rows.ts';
import { readHistory } from './saml.sql.ts';

// The names of the groups that its rules map to.
const names = sql<Record<string, string>>`coalesce((select jsonb_object_agg(q.id, q.name) from user_groups q where q.deleted_at is null
  and q.id in (select (g->>'group')::uuid from jsonb_array_elements(x.settings->'groups') g)), '{}')`;

export const readOneSaml = bind(readSaml, async ({ id }, ctx) => {
  const [left, [row]] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [
    readDelegated(db),
    db
      .select({ ...rowColumns, names })
      .from(x)
      .where(and(eq(x.kind, 'saml'), eq(x.id, id))),
  ]);
  refuseUnlessDelegated(left);
  if (!row) throw new AppError('not_found');
  return presentApp(row, row.names, ctx);
});

export const readSamlHistory = bind(samlHistory, async ({ id }, ctx) => {
  const [left, [there], past] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [
    readDelegated(db),
    db
      .select({ id: x.id })
      .from(x)
      .where(and(eq(x.kind, 'saml'), eq(x.id, id))),
    readHistory(db, id),
  ]);
  refuseUnlessDelegated(left);
  if (!there) throw new AppError('not_found');
  return { items: presentHistory(past) };
});
