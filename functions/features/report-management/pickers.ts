import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findOwners, placeChoices } from '../../../domain/report-management/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { mayAddReports } from './write-parts.ts';

type Place = { id: string; name: string; hue: number; hidden: boolean; subgroups: { id: string; name: string }[] };
const mostPeople = 20;

export const readPlaces = bind(placeChoices, async (_, ctx) => {
  const [groups, allowed] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`select g.id, g.name, g.hue, g.hidden, coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.position, s.id) from subgroups s where s.tenant_id = g.tenant_id and s.group_id = g.id and s.deleted_at is null), '[]') as subgroups
      from groups g where g.deleted_at is null order by g.position, g.id limit 1000`),
    db.execute(sql`select ${mayAddReports} as allowed`),
  ]);
  return { groups: rowsOf<Place>(groups), mayAdd: rowsOf<{ allowed: boolean }>(allowed)[0]?.allowed ?? false };
});

export const findReportOwners = bind(findOwners, async ({ q }, ctx) => {
  const key = fold(q);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(
      sql`select id, name, email from users where status in ('A','T') and seat is null and (starts_with(sort_key, ${key}) or starts_with(email, ${key})) order by sort_key, id limit ${mostPeople}`,
    ),
  ]);
  return { people: rowsOf<{ id: string; name: string; email: string }>(rows) };
});
