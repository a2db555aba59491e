import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { groups } from '../../../db/schema/report-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { findOwners, placeChoices } from '../../../domain/report-management/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readMayAdd } from './write-parts.ts';

const maxGroups = 1000;
const maxPeople = 20;

type Named = { id: string; name: string };
const subgroupsOfG = sql<Named[]>`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.position, s.id)
    from subgroups s where s.tenant_id = g.tenant_id and s.group_id = g.id and s.deleted_at is null), '[]')`;

export const readPlaces = bind(placeChoices, async (_, ctx) => {
  const g = alias(groups, 'g');
  const [places, [allowed]] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    db
      .select({ id: g.id, name: g.name, hue: g.hue, hidden: g.hidden, subgroups: subgroupsOfG })
      .from(g)
      .where(isNull(g.deletedAt))
      .orderBy(asc(g.position), asc(g.id))
      .limit(maxGroups),
    readMayAdd(db),
  ]);
  return { groups: places, mayAdd: allowed?.mayAdd ?? false };
});

export const findReportOwners = bind(findOwners, async ({ q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [people] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(inArray(users.status, ['A', 'T']), isNull(users.seat), begins))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(maxPeople),
  ]);
  return { people };
});
