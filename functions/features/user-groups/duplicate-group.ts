import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { duplicateUserGroup } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { memberships } from '../../request/record-membership.ts';
import { newId } from '../../services/ids.ts';
import { livingGroup } from './rows.ts';

const addedRows = raw('user_groups.duplicate', { added: 'int4' });

/** A second group like the first; each grant of the copy is also recorded at its report. */
export const duplicateOneUserGroup = bind(duplicateUserGroup, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'userGroups.edit'), (db) => [
      addedRows(
        db,
        sql`with o as ${livingGroup(input.id)},
          w as (insert into user_groups (id, name, sort_key, description)
            select ${id}::uuid, ${input.name}, ${keyOfName(input.name)}, o.description from o returning id, description),
          m as (insert into user_group_members (user_group_id, user_id)
            select w.id, c.user_id from w, user_group_members c where c.user_group_id = ${input.id}::uuid returning user_id),
          g as (insert into grants (id, report_id, subject, user_group_id, identity, filters, valid_until, source, granted_by_id, note)
            select gen_random_uuid(), c.report_id, 'group', w.id, c.identity, c.filters, c.valid_until, 'manual',
              (select app.user_id()), c.note
            from w, grants c where c.user_group_id = ${input.id}::uuid and (c.valid_until is null or c.valid_until > app.now())
            returning id, report_id, subject, user_group_id, identity, filters, valid_until),
          ga as (insert into audit (what, row_id, change, ip, request_id) select 'grant.add', g.report_id,
            jsonb_strip_nulls(jsonb_build_object('grant', g.id, 'subject', g.subject, 'userGroup', g.user_group_id,
              'identity', g.identity, 'filters', g.filters, 'validUntil', g.valid_until)), ${ctx.address}, ${ctx.requestId} from g),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.duplicate', w.id,
            jsonb_build_object('before', jsonb_build_object('name', o.name), 'after', jsonb_build_object('name', ${input.name}::text,
              'members', (select count(*) from m), 'reports', (select count(*) from g))), ${ctx.address}, ${ctx.requestId} from w, o),
          ${memberships('moves', sql`select m.user_id, ${input.name}::text as group_name from m`, 'addToGroup', ctx)}
          select count(*)::int as added from w`,
      ),
    ]),
  );
  if (rows[0]?.added !== 1) throw new AppError('not_found');
  return { id, version: 1 };
});
