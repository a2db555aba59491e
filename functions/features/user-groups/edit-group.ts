import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { editUserGroup } from '../../../domain/user-groups/contract.ts';
import { textNames, type UserGroupTexts } from '../../../domain/user-groups/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { getColumn, livingGroup } from './rows.ts';

const editRow = raw('user_groups.edit', { there: 'int4', changed: 'int4' });

type Texts = Partial<UserGroupTexts>;
const before = buildRecord(textNames, (name) => sql`o.${getColumn(name)}`);
/** What is omitted stays as it is. */
const after = (texts: Texts) => buildRecord(textNames, (name) => sql`coalesce(${texts[name] ?? null}::text, o.${getColumn(name)})`);
const kept = (texts: Texts) =>
  sql.join(
    textNames.map((name) => sql`${getColumn(name)} = coalesce(${texts[name] ?? null}::text, t.${getColumn(name)})`),
    sql`, `,
  );

/** Changes the version the user saw; a concurrent change answers 409 and is never overwritten. */
export const editOneUserGroup = bind(editUserGroup, async ({ id, version, name, ...texts }, ctx) => {
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'userGroups.edit'), (db) => [
      editRow(
        db,
        sql`with o as ${livingGroup(id)},
          w as (update user_groups t
            set name = ${name}, sort_key = ${keyOfName(name)}, ${kept(texts)}, version = t.version + 1
            where t.id = ${id}::uuid and t.deleted_at is null and t.version = ${version} returning t.id),
          a as (${auditEach(ctx, {
            what: 'user_group.edit',
            row: sql`w.id`,
            facts: { before: { name: sql`o.name`, ...before }, after: { name, ...after(texts) } },
            from: sql`w, o`,
          })})
          select (select count(*)::int from o) as there, (select count(*)::int from w) as changed`,
      ),
    ]),
  );
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
