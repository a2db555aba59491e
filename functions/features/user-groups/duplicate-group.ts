import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { duplicateUserGroup } from '../../../domain/user-groups/contract.ts';
import { textNames } from '../../../domain/user-groups/fields.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { memberships } from '../../request/record-membership.ts';
import { newId } from '../../services/ids.ts';
import { columnOf, livingGroup } from './rows.ts';

const addedRows = raw('user_groups.duplicate', { added: 'int4' });

const ofOriginal = sql.join(
  textNames.map((name) => sql`o.${columnOf(name)}`),
  sql`, `,
);

/** A second group like the first; each grant of the copy is also recorded at its report. */
export const duplicateOneUserGroup = bind(duplicateUserGroup, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'userGroups.edit'), (db) => [
      addedRows(
        db,
        sql`with o as ${livingGroup(input.id)},
          w as (insert into user_groups (id, name, sort_key, ${sql.join(textNames.map(columnOf), sql`, `)})
            select ${id}::uuid, ${input.name}, ${keyOfName(input.name)}, ${ofOriginal} from o returning id),
          m as (insert into user_group_members (user_group_id, user_id)
            select w.id, c.user_id from w, user_group_members c where c.user_group_id = ${input.id}::uuid returning user_id),
          g as (insert into grants (id, report_id, subject, user_group_id, identity, filters, valid_until, source, granted_by_id, note)
            select gen_random_uuid(), c.report_id, 'group', w.id, c.identity, c.filters, c.valid_until, 'manual',
              (select app.user_id()), c.note
            from w, grants c where c.user_group_id = ${input.id}::uuid and (c.valid_until is null or c.valid_until > app.now())
            returning id, report_id, subject, user_group_id, identity, filters, valid_until),
          ga as (${auditEach(ctx, {
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
            from: sql`g`,
          })}),
          a as (${auditEach(ctx, {
            what: 'user_group.duplicate',
            row: sql`w.id`,
            facts: {
              before: { name: sql`o.name` },
              after: { name: input.name, members: sql`(select count(*) from m)`, reports: sql`(select count(*) from g)` },
            },
            from: sql`w, o`,
          })}),
          ${memberships('moves', sql`select m.user_id, ${input.name}::text as group_name from m`, 'addToGroup', ctx)}
          select count(*)::int as added from w`,
      ),
    ]),
  );
  if (rows[0]?.added !== 1) throw new AppError('not_found');
  return { id, version: 1 };
});
