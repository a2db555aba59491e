import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { groups, subgroups } from '../../../db/schema/report-groups.ts';
import { reports, reportWords } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { editManaged, type LinkAnswer, type ManagedFields } from '../../../domain/report-management/contract.ts';
import { decideEdit, refuseFields } from '../../../domain/report-management/edit.ts';
import { type PlainField, plainFields } from '../../../domain/report-management/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { checkCustom, fieldsQuery, getFields } from '../custom-fields/index.ts';
import { addWords, askLinkHere, endOfGroup, getWords, keyOfTitle, placeFits } from './write-parts.ts';

/** The report with the names of its group, sub-group and owner. */
const readStored = (db: Db, id: string) =>
  db
    .select({
      ...pick(reports, plainFields),
      ...{ version: reports.version, kind: reports.kind, needsIdentity: reports.needsIdentity, ownerId: reports.ownerId },
      ...{ externalFrames: reports.externalFrames, ignoreRls: reports.ignoreRls, ignoreRlsRole: reports.ignoreRlsRole },
      ...{ custom: reports.custom, group: groups.name, subgroup: subgroups.name, owner: users.name },
    })
    .from(reports)
    .leftJoin(groups, and(eq(groups.tenantId, reports.tenantId), eq(groups.id, reports.groupId)))
    .leftJoin(subgroups, and(eq(subgroups.tenantId, reports.tenantId), eq(subgroups.id, reports.subgroupId)))
    .leftJoin(users, and(eq(users.tenantId, reports.tenantId), eq(users.id, reports.ownerId)))
    .where(eq(reports.id, id));

const named = (id: string | null) => sql`${id}::uuid`;
const found = raw('managed.found', { fits: 'bool', group: 'text?', subgroup: 'text?' });

/** Whether the place exists, and its names. */
const readPlace = (db: Db, { groupId, subgroupId }: Pick<ManagedFields, 'groupId' | 'subgroupId'>) =>
  found(
    db,
    sql`select ${placeFits(groupId, subgroupId)} as fits, (select g.name from groups g where g.id = ${named(groupId)}) as "group",
      (select s.name from subgroups s where s.id = ${named(subgroupId)}) as subgroup`,
  );
const readOwner = (db: Db, ownerId: string | null) =>
  db
    .select({ name: users.name, removed: sql<boolean>`${users.deletedAt} is not null` })
    .from(users)
    .where(eq(users.id, named(ownerId)));

/** Changes the version the user saw; the link is only checked if it changed. */
export const editManagedReport = bind(editManaged, async (given, ctx) => {
  const { id, version, groupId, subgroupId, ownerId, externalUrl, ignoreRlsRole } = given;
  const sortKey = keyOfTitle(given.title);
  const entry = getEntry(ctx, 'reports.manage');
  const [[stored], fields, place, [owner]] = await ctx.database.withTenant(entry, (db) => [
    readStored(db, id),
    fieldsQuery(db, 'report'),
    readPlace(db, given),
    readOwner(db, ownerId),
  ]);
  if (!stored) throw new AppError('not_found');
  const { description, catalogDescription } = stored;
  const input = { description, catalogDescription, custom: {}, ...given };
  throwIfRefused(refuseFields(input, stored));
  const { values: custom } = checkCustom({ fields: getFields(fields), input: input.custom, before: stored.custom, by: 'admin' });
  let link: LinkAnswer | null = null;
  if (externalUrl !== null && externalUrl !== stored.externalUrl) link = await askLinkHere(ctx, externalUrl);
  const there = { fits: false, group: null, subgroup: null, ...place.rows[0], owner: owner ?? null };
  const plan = planOrThrow(decideEdit({ ...input, custom }, stored, there));

  const words = getWords(input.title, input.description, input.texts);
  const row = {
    ...pick(input, plainFields),
    ...{ sortKey, groupId, subgroupId, ownerId, custom, version: plan.version },
    position: sql`case when ${reports.groupId} is not distinct from ${named(groupId)} then ${reports.position}
      else ${endOfGroup(groupId)} end`,
    externalFrames: link ? link === 'frames' : stored.externalFrames,
    ...{ ignoreRls: ignoreRlsRole !== null, ignoreRlsRole },
  } satisfies Record<PlainField, unknown> & Record<string, unknown>;
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, reports, and(eq(reports.id, id), eq(reports.version, version))),
    mustHold(db, placeFits(groupId, subgroupId)),
    ...(ownerId && ownerId !== stored.ownerId ? [mustHold(db, isLiving(db, ownerId))] : []),
    db.update(reports).set(setOf(reports, row)).where(eq(reports.id, id)),
    db.delete(reportWords).where(and(eq(reportWords.reportId, id), notInArray(reportWords.word, words))),
    ...addWords(db, id, words),
    audited(db, ctx, 'report.edit', id, plan.change),
  ]);
  return { id, version: plan.version, link };
});

const isLiving = (db: Db, id: string) =>
  sql`exists ${db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))}`;
