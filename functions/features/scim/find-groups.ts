import { sql } from 'drizzle-orm';
import { isWanted, type Projection, project } from '../../../domain/scim/project.ts';
import { groupShape } from '../../../domain/scim/schemas.ts';
import { compileFilter, orderBy } from './filter-sql.ts';
import { resourceAnswer, unknown, uuid } from './find-users.ts';
import {
  countGroups,
  type GroupRow,
  groupResolver,
  groupVersion,
  livingGroup,
  presentGroup,
  readGroupPage,
  readGroupRow,
} from './group-rows.ts';
import { type ScimAnswer, type ScimCall, type ScimContext, unchanged } from './request.ts';
import { listAnswer, projectionFrom, type Search } from './search.ts';

export const groupAnswer = (scim: ScimContext, row: GroupRow, projection: Projection, status = 200): ScimAnswer =>
  resourceAnswer(status, `${scim.base}/Groups/${row.id}`, groupVersion(row), project(presentGroup(row, scim), projection, groupShape));

export async function readGroup(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    readGroupRow(db, id, isWanted('members', projection, groupShape)),
  ]);
  const [row] = found.rows;
  if (!row) throw unknown(id);
  return unchanged(call, groupVersion(row)) ?? groupAnswer(scim, row, projection);
}

export async function searchGroups(scim: ScimContext, search: Search) {
  const where = search.filter ? sql`${livingGroup} and ${compileFilter(search.filter, groupResolver)}` : livingGroup;
  const order = orderBy(search.sortBy, search.descending, groupResolver);
  const withMembers = isWanted('members', search.projection, groupShape);
  const [counted, found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    countGroups(db, where),
    ...(search.count > 0 ? [readGroupPage(db, withMembers, { ...search, where, order })] : []),
  ]);
  const resources = (found?.rows ?? []).map((row) => project(presentGroup(row, scim), search.projection, groupShape));
  return { total: counted.rows[0]?.total ?? 0, resources };
}

export async function listGroups(scim: ScimContext, search: Search): Promise<ScimAnswer> {
  const { total, resources } = await searchGroups(scim, search);
  return listAnswer(total, search.startIndex, resources);
}
