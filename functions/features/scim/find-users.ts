import { count, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../../db/schema/users.ts';
import { ScimError } from '../../../domain/scim/error.ts';
import { isWanted, type Projection, project } from '../../../domain/scim/project.ts';
import { cut } from '../../../domain/text/cut.ts';
import { compileFilter, orderBy } from './filter-sql.ts';
import { type ScimAnswer, type ScimCall, type ScimContext, unchanged } from './request.ts';
import { listAnswer, projectionFrom, type Search } from './search.ts';
import { livingUser, presentUser, readUserPage, readUserRow, type UserRow, userResolver, userVersion } from './user-rows.ts';

const u = alias(users, 'u');
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The exact words that compliance suites look for. */
export const unknown = (id: string) => new ScimError(404, `Resource ${cut(id, 100)} not found.`);

/** An answer with one resource: its address and version are in the headers too. */
export function resourceAnswer(status: number, location: string, version: string, body: object): ScimAnswer {
  return { status, body, headers: { location, 'content-location': location, etag: version } };
}

export const userAnswer = (scim: ScimContext, row: UserRow, projection: Projection, status = 200): ScimAnswer =>
  resourceAnswer(status, `${scim.base}/Users/${row.id}`, userVersion(row), project(presentUser(row, scim), projection, scim.shape));

export async function readUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    readUserRow(db, id, isWanted('groups', projection, scim.shape)),
  ]);
  const [row] = found.rows;
  if (!row) throw unknown(id);
  return unchanged(call, userVersion(row)) ?? userAnswer(scim, row, projection);
}

/** The users of a filter, their count and those of the page, in one trip. */
export async function searchUsers(scim: ScimContext, search: Search) {
  const resolver = userResolver(scim);
  const where = search.filter ? sql`${livingUser} and ${compileFilter(search.filter, resolver)}` : livingUser;
  const order = orderBy(search.sortBy, search.descending, resolver);
  const withGroups = isWanted('groups', search.projection, scim.shape);
  const [[counted], found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db.select({ total: count() }).from(u).where(where),
    ...(search.count > 0 ? [readUserPage(db, withGroups, { ...search, where, order })] : []),
  ]);
  const resources = (found?.rows ?? []).map((row) => project(presentUser(row, scim), search.projection, scim.shape));
  return { total: counted?.total ?? 0, resources };
}

export async function listUsers(scim: ScimContext, search: Search): Promise<ScimAnswer> {
  const { total, resources } = await searchUsers(scim, search);
  return listAnswer(total, search.startIndex, resources);
}
