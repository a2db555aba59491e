import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { raw } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { removal } from '../users/index.ts';
import { notAdopted } from './custom.ts';
import { unknown, uuid } from './find-users.ts';
import { logged } from './log.ts';
import { otherVersion, refuseOtherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { groupsMark, userVersion } from './user-rows.ts';

const u = alias(users, 'u');
const remove = raw('scim.remove_user', { removed: 'int4', strange: 'bool' });

/** DELETE: the same as an administrator's removal; personal data is purged thirty days later (BEHAVIOUR 14). */
export async function removeUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const version = call.ifMatch === null && call.ifNoneMatch === null ? null : await getVersion(scim, call, id);
  const [result] = await scim.ctx.database.withScim(scim.directory, (db) => [
    remove(
      db,
      sql`with target as (
            select x.id from users x where x.id = ${id}::uuid and x.deleted_at is null and x.user_name is not null
              and (${version}::int is null or x.version = ${version}::int)),
          ${removal(sql`target`, scim.ctx)}, ${logged(scim, { method: 'DELETE', kind: 'User', status: 204 }, sql`changed x`)}
        select (select count(*)::int from changed) as removed,
          exists (select from users x where x.id = ${id}::uuid and x.deleted_at is null and x.user_name is null) as strange`,
    ),
  ]);
  const [outcome] = result.rows;
  if (outcome?.strange) throw notAdopted();
  if (outcome?.removed !== 1) {
    if (version !== null) throw otherVersion();
    throw unknown(id);
  }
  return { status: 204 };
}

async function getVersion(scim: ScimContext, call: ScimCall, id: string): Promise<number> {
  const [[row]] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db
      .select({ version: u.version, groups_mark: groupsMark })
      .from(u)
      .where(and(eq(u.id, id), isNull(u.deletedAt))),
  ]);
  if (!row) throw unknown(id);
  refuseOtherVersion(call, userVersion(row));
  return row.version;
}
