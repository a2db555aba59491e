import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { type Db, lastOf } from '../../../db/client.ts';
import { groups, subgroups, viewers } from '../../../db/schema/report-groups.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { editedViewers } from '../../../domain/report-groups/audience.ts';
import { editGroup } from '../../../domain/report-groups/contract.ts';
import { decideEdit } from '../../../domain/report-groups/edit.ts';
import { nothingFound } from '../../../domain/report-groups/facts.ts';
import { textNames } from '../../../domain/report-groups/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { holdFound, readFound } from './found.ts';
import { auditAction, countPeople, g, type Kind, ownGroup, rowsByKind, tables, type WrittenRow } from './kind.ts';

/** The row, with the number of selected people and, for a sub-group, the name of its group. */
function readStored(db: Db, kind: Kind, id: string) {
  const { version, name, audience } = rowsByKind[kind];
  const chosen = db.$count(viewers, eq(viewers.targetId, id));
  return db
    .select({
      version,
      name,
      ...pick(rowsByKind[kind], textNames),
      audience,
      viewers: chosen,
      ...(kind === 'subgroups' ? { group: g.name } : {}),
    })
    .from(rowsByKind[kind])
    .innerJoin(g, ownGroup(kind))
    .where(and(eq(rowsByKind[kind].id, id), isNull(rowsByKind[kind].deletedAt)));
}

/** Updates the version that the user saw (optimistic lock); a concurrent change answers 409. */
export const editOneGroup = bind(editGroup, async (input, ctx) => {
  const { kind, id, name } = input;
  const table = tables[kind];
  const sortKey = keyOfName(name);
  const groupId = kind === 'subgroups' ? (input.groupId ?? undefined) : undefined;
  const asked = { ...input, viewers: editedViewers(input), groupId };
  const entry = getEntry(ctx, 'groups.edit');

  const [[stored], [found]] = await ctx.database.withTenant(entry, (db) => [readStored(db, kind, id), readFound(db, asked)]);
  const plan = planOrThrow(decideEdit(asked, stored, found ?? nothingFound));

  const { after } = plan.change;
  const chosen = plan.viewers && [...plan.viewers];
  const written: WrittenRow = { name, sortKey, ...pick(after, textNames), audience: after.audience };
  const fields = { ...written, version: plan.version };
  const results = await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, table, and(eq(table.id, id), eq(table.version, input.version), isNull(table.deletedAt))),
      ...holdFound(db, { viewers: chosen, groupId }),
      kind === 'groups'
        ? db.update(groups).set(setOf(groups, fields)).where(eq(groups.id, id))
        : db
            .update(subgroups)
            .set(setOf(subgroups, { ...fields, groupId }))
            .where(eq(subgroups.id, id)),
      ...(chosen ? [db.delete(viewers).where(and(eq(viewers.targetId, id), notInArray(viewers.userId, chosen)))] : []),
      ...(chosen && chosen.length > 0
        ? [
            db
              .insert(viewers)
              .values(chosen.map((userId) => ({ targetId: id, userId })))
              .onConflictDoNothing(),
          ]
        : []),
      audited(db, ctx, auditAction(kind, 'edit'), id, plan.change),
      countPeople(db, kind, id),
    ]),
  );
  return { id, version: plan.version, people: lastOf(results)[0]?.people ?? 0 };
});
