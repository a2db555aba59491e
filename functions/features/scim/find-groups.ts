import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isWanted, type Projection, project } from '../../../domain/scim/project.ts';
import { groupShape } from '../../../domain/scim/schemas.ts';
import { compileFilter, orderBy } from './filter-sql.ts';
import { resourceAnswer, unknown, uuid } from './find-users.ts';
import { type GroupRow, groupColumns, groupResolver, groupsFrom, groupVersion, isGroup, livingGroup, presentGroup } from './group-rows.ts';
import { type ScimAnswer, type ScimCall, type ScimContext, unchanged } from './request.ts';
import { listAnswer, projectionFrom, type Search } from './search.ts';

export const groupById = (id: string, withMembers: boolean) =>
  sql`select ${groupColumns(withMembers)} from ${groupsFrom} where ${isGroup(id)}`;

export const groupAnswer = (scim: ScimContext, row: GroupRow, projection: Projection, status = 200): ScimAnswer =>
  resourceAnswer(status, `${scim.base}/Groups/${row.id}`, groupVersion(row), project(presentGroup(row, scim), projection, groupShape));

export async function readGroup(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db.execute(groupById(id, isWanted('members', projection, groupShape))),
  ]);
  const [row] = rowsOf<GroupRow>(found);
  if (!row) throw unknown(id);
  return unchanged(call, groupVersion(row)) ?? groupAnswer(scim, row, projection);
}

export async function searchGroups(scim: ScimContext, search: Search) {
  const where = search.filter ? sql`${livingGroup} and ${compileFilter(search.filter, groupResolver)}` : livingGroup;
  const order = orderBy(search.sortBy, search.descending, groupResolver);
  const columns = groupColumns(isWanted('members', search.projection, groupShape));
  const page = sql`select ${columns} from ${groupsFrom} where ${where} order by ${order ? sql`${order}, ` : sql``}g.created_at, g.id limit ${search.count} offset ${search.startIndex - 1}`;
  const [counted, found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db.execute(sql`select count(*)::int as total from ${groupsFrom} where ${where}`),
    db.execute(search.count > 0 ? page : sql`select where false`),
  ]);
  const resources = rowsOf<GroupRow>(found).map((row) => project(presentGroup(row, scim), search.projection, groupShape));
  return { total: rowsOf<{ total: number }>(counted)[0]?.total ?? 0, resources };
}

export async function listGroups(scim: ScimContext, search: Search): Promise<ScimAnswer> {
  const { total, resources } = await searchGroups(scim, search);
  return listAnswer(total, search.startIndex, resources);
}
