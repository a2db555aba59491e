import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { groups } from '../../../db/schema/report-groups.ts';
import { users } from '../../../db/schema/users.ts';
import type { AskedGroup } from '../../../domain/report-groups/facts.ts';

type Named = Partial<Pick<AskedGroup, 'viewers' | 'groupId'>>;

const chosenPeople = (ids: readonly string[]) => and(inArray(users.id, [...ids]), isNull(users.deletedAt));
const livingGroup = (db: Db, groupId: string | undefined) =>
  db
    .select({ name: groups.name })
    .from(groups)
    .where(groupId ? and(eq(groups.id, groupId), isNull(groups.deletedAt)) : sql`false`);

/** Loads what adding and editing refer to: how many of the selected people exist, and the name of the group. */
export const readFound = (db: Db, { viewers = [], groupId }: Named) =>
  db
    .select({ viewers: count(), group: sql<string | null>`${livingGroup(db, groupId)}` })
    .from(users)
    .where(chosenPeople(viewers));

/** Aborts the write if any of it was deleted. */
export const holdFound = (db: Db, { viewers = [], groupId }: Named) => [
  ...(viewers.length > 0 ? [mustHold(db, sql`${countRows(db, users, chosenPeople(viewers))} = ${viewers.length}`)] : []),
  ...(groupId ? [mustHold(db, sql`exists ${livingGroup(db, groupId)}`)] : []),
];
