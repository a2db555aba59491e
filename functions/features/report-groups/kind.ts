import { and, count, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { groups, subgroups, viewers } from '../../../db/schema/report-groups.ts';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { Audience } from '../../../domain/report-groups/audience.ts';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { type GroupTexts, textNames } from '../../../domain/report-groups/fields.ts';
import { type GroupVerb, groupWhats } from '../../../domain/report-groups/whats.ts';

/** The feature's two tables: groups, and sub-groups joined with their group. */
export type Kind = 'groups' | 'subgroups';
export const tables = { groups, subgroups };
export const auditAction = (kind: Kind, verb: GroupVerb) => groupWhats[kind][verb];
/** The columns that users write. */
export type WrittenRow = GroupTexts & { name: string; sortKey: string; audience: Audience };

// In a list, `x` is the group or sub-group and `g` its group (itself for a group).
const subgroup = alias(subgroups, 'x');
export const rowsByKind = { groups: alias(groups, 'x'), subgroups: subgroup };
export const g = alias(groups, 'g');
export const ownGroup = (kind: Kind) => {
  const x = rowsByKind[kind];
  return and(eq(g.tenantId, x.tenantId), eq(g.id, kind === 'groups' ? x.id : subgroup.groupId));
};

const part = new QueryBuilder();
const maxCounted = 10_001;

/** The number of reports in `x`; also a sort column. */
export function reportCount(kind: Kind): SQL {
  const x = rowsByKind[kind];
  const inside = eq(kind === 'groups' ? reports.groupId : reports.subgroupId, x.id);
  return sql`${part
    .select({ n: count() })
    .from(reports)
    .where(and(eq(reports.tenantId, x.tenantId), inside))}`;
}

const mayAct = and(eq(users.tenantId, sql`(select app.tenant_id())`), inArray(users.status, ['A', 'T']));
const everyone = sql`(select count(*) from ${part.select({ one: sql`1` }).from(users).where(mayAct).limit(maxCounted)} as counted)`;
const viewersOfGroup = alias(viewers, 'w');

/**
 * How many people see `x`: all active people or the selected ones; a sub-group is visible only to people who see its group. Counting stops
 * at ten thousand.
 */
function peopleCount(kind: Kind): SQL<number> {
  const x = rowsByKind[kind];
  const chosenFor = (target: SQLWrapper) => and(eq(viewers.tenantId, x.tenantId), eq(viewers.targetId, target));
  const chosen = (target: SQLWrapper) => part.select({ n: count() }).from(viewers).where(chosenFor(target));
  const both = chosen(x.id).innerJoin(
    viewersOfGroup,
    and(eq(viewersOfGroup.tenantId, viewers.tenantId), eq(viewersOfGroup.userId, viewers.userId), eq(viewersOfGroup.targetId, g.id)),
  );
  return sql`(case when ${x.audience} = 'everyone' and ${g.audience} = 'everyone' then ${everyone} when ${x.audience} = 'everyone' then ${chosen(g.id)}
    when ${g.audience} = 'everyone' or ${g.id} = ${x.id} then ${chosen(x.id)} else ${both} end)::int`;
}

const livingInside = and(eq(subgroups.tenantId, g.tenantId), eq(subgroups.groupId, g.id), isNull(subgroups.deletedAt));
const namesInOrder = sql`array_agg(${subgroups.name} order by ${subgroups.position}, ${subgroups.id})`;
const namesInside = sql`coalesce(${part.select({ names: namesInOrder }).from(subgroups).where(livingInside)}, '{}')`;

export function rowColumns(kind: Kind) {
  const x = rowsByKind[kind];
  return {
    id: x.id,
    groupId: kind === 'groups' ? sql<null>`null` : subgroup.groupId,
    groupName: kind === 'groups' ? sql<null>`null` : g.name,
    name: x.name,
    ...pick(x, textNames),
    hue: g.hue,
    position: x.position,
    hidden: x.hidden,
    deletedAt: x.deletedAt,
    audience: x.audience,
    people: peopleCount(kind),
    reports: sql<number>`${reportCount(kind)}::int`,
    subgroups: kind === 'groups' ? sql<string[]>`${namesInside}` : sql<string[]>`'{}'::text[]`,
    version: x.version,
    createdAt: x.createdAt,
  };
}

/** The query for rows; the caller adds conditions, order and limit. */
export const shownRows = (db: Db, kind: Kind) => db.select(rowColumns(kind)).from(rowsByKind[kind]).innerJoin(g, ownGroup(kind));
type Row = Awaited<ReturnType<typeof shownRows>>[number];

export function present({ hidden, deletedAt, createdAt, ...row }: Row): GroupRow {
  return {
    ...row,
    visibility: deletedAt ? 'deleted' : hidden ? 'hidden' : 'visible',
    createdAt: toIso(createdAt),
  };
}

/** How many people see one group or sub-group. */
export const countPeople = (db: Db, kind: Kind, id: string) =>
  db
    .select({ people: peopleCount(kind) })
    .from(rowsByKind[kind])
    .innerJoin(g, ownGroup(kind))
    .where(eq(rowsByKind[kind].id, id));
