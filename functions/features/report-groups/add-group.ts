import { eq, sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { type Db, lastOf } from '../../../db/client.ts';
import { groups, subgroups, viewers } from '../../../db/schema/report-groups.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { decideAdd, refusePlace } from '../../../domain/report-groups/add.ts';
import { chosenViewers } from '../../../domain/report-groups/audience.ts';
import { addGroup } from '../../../domain/report-groups/contract.ts';
import { nothingFound } from '../../../domain/report-groups/facts.ts';
import { textNames } from '../../../domain/report-groups/fields.ts';
import { hues } from '../../../domain/report-groups/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { holdFound, readFound } from './found.ts';
import { auditAction, countPeople, type WrittenRow } from './kind.ts';

type NewRow = WrittenRow & { id: string };

// Position and hue are computed by the insert itself, so that concurrent inserts don't use a stale count.
const insertGroup = (db: Db, row: NewRow) =>
  db.insert(groups).values({
    ...row,
    ownerId: sql`(select app.user_id())`,
    hue: sql`${db.select({ n: sql`(count(*) % ${hues})::int` }).from(groups)}`,
    position: sql`${db.select({ n: sql`coalesce(max(${groups.position}) + 1, 0)` }).from(groups)}`,
  });
function insertSubgroup(db: Db, row: NewRow, groupId: string) {
  const siblings = db.select({ n: sql`coalesce(max(${subgroups.position}) + 1, 0)` }).from(subgroups);
  return db.insert(subgroups).values({ ...row, groupId, position: sql`${siblings.where(eq(subgroups.groupId, groupId))}` });
}

export const addOneGroup = bind(addGroup, async (input, ctx) => {
  const { kind, name, audience } = input;
  throwIfRefused(refusePlace(kind, input.groupId));
  const texts = pick(input, textNames);
  const row = { id: newId(ctx.clock.now()), name, sortKey: keyOfName(name), ...texts, audience };
  const chosen = chosenViewers(input);
  const groupId = input.groupId ?? undefined;
  const asked = { name, ...texts, audience, viewers: chosen, groupId };
  const entry = getEntry(ctx, 'groups.edit');

  const [[found]] = await ctx.database.withTenant(entry, (db) => [readFound(db, asked)]);
  const plan = planOrThrow(decideAdd(asked, found ?? nothingFound));

  const results = await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      ...holdFound(db, asked),
      groupId ? insertSubgroup(db, row, groupId) : insertGroup(db, row),
      ...(chosen.length > 0 ? [db.insert(viewers).values(chosen.map((userId) => ({ targetId: row.id, userId })))] : []),
      audited(db, ctx, auditAction(kind, 'add'), row.id, plan),
      countPeople(db, kind, row.id),
    ]),
  );
  return { id: row.id, version: 1, people: lastOf(results)[0]?.people ?? 0 };
});
