import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editGroup } from '../../../domain/groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { peopleCount, source, tableOf, whatOf } from './kind.ts';
import { chosenViewers } from './write-outcome.ts';

type Outcome = { changed: number; there: number; known_viewers: number; place: number };

/** Changes the version the person saw; somebody else's change in between is told, never overwritten. */
export const editOneGroup = bind(editGroup, async (input, ctx) => {
  const { kind, id } = input;
  const table = tableOf(kind);
  const viewers = chosenViewers(input);
  const move = kind === 'subgroups' && input.groupId ? sql`, group_id = ${input.groupId}::uuid` : sql``;
  const placeFits =
    kind === 'subgroups' && input.groupId
      ? sql`(select count(*)::int from groups where id = ${input.groupId}::uuid and deleted_at is null)`
      : sql`1`;
  const placeOf = (groupId: SQL) => (kind === 'subgroups' ? sql`, 'group', (select g.name from groups g where g.id = ${groupId})` : sql``);
  const [placeBefore, placeAfter] = [placeOf(sql`o.group_id`), placeOf(sql`coalesce(${input.groupId ?? null}::uuid, o.group_id)`)];
  const facts = sql`jsonb_build_object('name', o.name, 'description', o.description, 'audience', o.audience, 'viewers', (select count(*) from viewers v where v.target_id = o.id)${placeBefore})`;
  const [result, counted] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'groups.edit'), (db) => [
      db.execute(sql`with wanted as ${idRows(viewers)}, known as (select count(*)::int as n, ${placeFits} as place from users u join wanted w on w.id = u.id where u.deleted_at is null),
          o as (select * from ${table} where id = ${id}::uuid and deleted_at is null),
          w as (update ${table} t set name = ${input.name}, sort_key = ${keyOfName(input.name)}, description = ${input.description}, audience = ${input.audience}, version = t.version + 1 ${move}
            from known where t.id = ${id}::uuid and t.version = ${input.version} and t.deleted_at is null and known.n = ${viewers.length} and known.place = 1 returning t.id),
          d as (delete from viewers v using w where v.target_id = w.id and v.user_id not in (select id from wanted)),
          v as (insert into viewers (target_id, user_id) select w.id, wanted.id from w, wanted on conflict do nothing),
          a as (insert into audit (what, row_id, change, ip, request_id) select ${whatOf(kind, 'edit')}, w.id, jsonb_build_object('before', ${facts},
            'after', jsonb_build_object('name', ${input.name}::text, 'description', ${input.description}::text, 'audience', ${input.audience}::text, 'viewers', ${viewers.length}::int${placeAfter})), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
        select (select count(*)::int from w) as changed, (select count(*)::int from o) as there, known.n as known_viewers, known.place from known`),
      db.execute(sql`select ${peopleCount}::int as people from ${source(kind)} where x.id = ${id}::uuid`),
    ]),
  );
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome?.there) throw new AppError('group_not_found');
  if (outcome.known_viewers !== viewers.length) throw new AppError('not_found', undefined, { field: 'viewers' });
  if (outcome.place !== 1) throw new AppError('group_not_found', undefined, { field: 'groupId' });
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: input.version + 1, people: rowsOf<{ people: number }>(counted)[0]?.people ?? 0 };
});
