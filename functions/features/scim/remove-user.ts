import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { removal } from '../users/index.ts';
import { notAdopted } from './custom.ts';
import { unknown, uuid } from './find-users.ts';
import { logged } from './log.ts';
import { otherVersion, refuseOtherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { groupsMark, userVersion } from './user-rows.ts';

/** DELETE: the same as an administrator's removal; thirty days later nothing personal is left (BEHAVIOUR 14). */
export async function removeUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const version = call.ifMatch === null && call.ifNoneMatch === null ? null : await versionOf(scim, call, id);
  const [result] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db.execute(sql`with target as (select x.id from users x where x.id = ${id}::uuid and x.deleted_at is null and x.user_name is not null and (${version}::int is null or x.version = ${version}::int)),
        ${removal(sql`target`, scim.ctx)}, ${logged(scim, { method: 'DELETE', kind: 'User', status: 204 }, sql`changed x`)}
      select (select count(*)::int from changed) as removed, exists (select from users x where x.id = ${id}::uuid and x.deleted_at is null and x.user_name is null) as strange`),
  ]);
  const [outcome] = rowsOf<{ removed: number; strange: boolean }>(result);
  if (outcome?.strange) throw notAdopted();
  if (outcome?.removed !== 1) {
    if (version !== null) throw otherVersion();
    throw unknown(id);
  }
  return { status: 204 };
}

async function versionOf(scim: ScimContext, call: ScimCall, id: string): Promise<number> {
  const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [
    db.execute(sql`select u.version, ${groupsMark} as groups_mark from users u where u.id = ${id}::uuid and u.deleted_at is null`),
  ]);
  const [row] = rowsOf<{ version: number; groups_mark: string | null }>(found);
  if (!row) throw unknown(id);
  refuseOtherVersion(call, userVersion(row));
  return row.version;
}
