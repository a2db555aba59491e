import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { duplicateUserGroup } from '../../../domain/user-groups/contract.ts';
import { textNames } from '../../../domain/user-groups/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { getColumn, livingGroup } from './rows.ts';

type Copy = { of: string; id: string; name: string };
const texts = sql.join(textNames.map(getColumn), sql`, `);

const copyGroup = raw('user_groups.copy', {});
const copyRow = (db: Db, { of, id, name }: Copy) =>
  copyGroup(
    db,
    sql`insert into user_groups (id, name, sort_key, ${texts})
      select ${id}::uuid, ${name}, ${keyOfName(name)}, ${texts} from ${livingGroup(of)} o`,
  );

const copyPeople = raw('user_groups.copy_members', {});
const copyMembers = (db: Db, { of, id }: Copy) =>
  copyPeople(
    db,
    sql`insert into user_group_members (user_group_id, user_id)
      select w.id, m.user_id from user_groups w, user_group_members m where w.id = ${id}::uuid and m.user_group_id = ${of}::uuid`,
  );

const copyReports = raw('user_groups.copy_reports', {});
const copyGrants = (db: Db, { of, id }: Copy) =>
  copyReports(
    db,
    sql`insert into grants (id, report_id, subject, user_group_id, identity, filters, valid_until, source, granted_by_id, note)
      select gen_random_uuid(), g.report_id, 'group', w.id, g.identity, g.filters, g.valid_until, 'manual', (select app.user_id()), g.note
      from user_groups w, grants g
      where w.id = ${id}::uuid and g.user_group_id = ${of}::uuid and (g.valid_until is null or g.valid_until > app.now())`,
  );

const recordRow = raw('user_groups.record_copy', {});
const recordReports = raw('user_groups.record_copied_reports', {});
const recordPeople = raw('user_groups.record_copied_members', {});
/** Records the copy itself, each of its grants at the report, and each of its members at the person. */
const recordCopy = (db: Db, ctx: SessionContext, { of, id, name }: Copy) => [
  recordRow(
    db,
    auditEach(ctx, {
      what: 'user_group.duplicate',
      row: sql`w.id`,
      facts: {
        before: { name: sql`o.name` },
        after: {
          name,
          members: sql`(select count(*) from user_group_members m where m.user_group_id = w.id)`,
          reports: sql`(select count(*) from grants g where g.user_group_id = w.id)`,
        },
      },
      from: sql`user_groups w, user_groups o`,
      where: sql`w.id = ${id}::uuid and o.id = ${of}::uuid`,
    }),
  ),
  recordReports(
    db,
    auditEach(ctx, {
      what: 'grant.add',
      row: sql`g.report_id`,
      facts: givenFacts({
        grant: sql`g.id`,
        subject: sql`g.subject`,
        userGroup: sql`g.user_group_id`,
        identity: sql`g.identity`,
        filters: sql`g.filters`,
        validUntil: sql`g.valid_until`,
      }),
      from: sql`grants g`,
      where: sql`g.user_group_id = ${id}::uuid`,
    }),
  ),
  recordPeople(
    db,
    auditEach(ctx, {
      what: 'membership.addToGroup',
      row: sql`m.user_id`,
      facts: { after: { group: name } },
      from: sql`user_group_members m`,
      where: sql`m.user_group_id = ${id}::uuid`,
    }),
  ),
];

/** A second group like the first, in one transaction. Without the first nothing is copied: the later statements read the copy. */
export const duplicateOneUserGroup = bind(duplicateUserGroup, async (input, ctx) => {
  const copy = { of: input.id, id: newId(ctx.clock.now()), name: input.name };
  const [{ rowCount }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'userGroups.edit'), (db) => [
      copyRow(db, copy),
      copyMembers(db, copy),
      copyGrants(db, copy),
      ...recordCopy(db, ctx, copy),
    ]),
  );
  if (rowCount !== 1) throw new AppError('not_found');
  return { id: copy.id, version: 1 };
});
