import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addGroup } from '../../../domain/groups/contract.ts';
import { hues } from '../../../domain/groups/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { peopleCount, source, whatOf } from './kind.ts';
import { chosenViewers } from './write-outcome.ts';

type Outcome = { added: number; known_viewers: number; people: number };

/** One guarded statement: the group, who sees it and the audit row, or nothing. */
export const addOneGroup = bind(addGroup, async (input, ctx) => {
  const { kind } = input;
  if (kind === 'subgroups' && !input.groupId) throw new AppError('required', { name: 'groupId' }, { field: 'groupId' });
  if (kind === 'groups' && input.groupId) throw new AppError('invalid_input', { name: 'groupId', reason: 'unknown' }, { field: 'groupId' });
  const id = newId(ctx.clock.now());
  const viewers = chosenViewers(input);
  const key = keyOfName(input.name);
  const insert =
    kind === 'groups'
      ? sql`insert into groups (id, name, sort_key, description, owner_id, hue, position, audience)
          select ${id}::uuid, ${input.name}, ${key}, ${input.description}, (select app.user_id()), (select count(*) % ${hues} from groups)::int, coalesce((select max(position) + 1 from groups), 0), ${input.audience}
          from known where known.n = ${viewers.length} returning id`
      : sql`insert into subgroups (id, group_id, name, sort_key, description, position, audience)
          select ${id}::uuid, g.id, ${input.name}, ${key}, ${input.description}, coalesce((select max(position) + 1 from subgroups s where s.group_id = g.id), 0), ${input.audience}
          from known, groups g where known.n = ${viewers.length} and g.id = ${input.groupId ?? null}::uuid and g.deleted_at is null returning id`;
  const [result, counted] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'groups.edit'), (db) => [
      db.execute(sql`with wanted as ${idRows(viewers)}, known as (select count(*)::int as n from users u join wanted w on w.id = u.id where u.deleted_at is null), w as (${insert}),
          v as (insert into viewers (target_id, user_id) select w.id, wanted.id from w, wanted),
          a as (insert into audit (what, row_id, change, ip, request_id) select ${whatOf(kind, 'add')}, w.id, jsonb_build_object('after', jsonb_build_object('name', ${input.name}::text, 'description', ${input.description}::text, 'audience', ${input.audience}::text, 'viewers', ${viewers.length}::int)), ${ctx.address}, ${ctx.requestId} from w)
        select (select count(*)::int from w) as added, known.n as known_viewers from known`),
      db.execute(sql`select ${peopleCount}::int as people from ${source(kind)} where x.id = ${id}::uuid`),
    ]),
  );
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.known_viewers !== viewers.length) throw new AppError('not_found', undefined, { field: 'viewers' });
  if (outcome.added !== 1) throw new AppError('group_not_found', undefined, { field: 'groupId' });
  return { id, version: 1, people: rowsOf<Outcome>(counted)[0]?.people ?? 0 };
});
