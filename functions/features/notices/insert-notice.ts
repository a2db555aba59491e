import { and, count, inArray, isNull, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { notices } from '../../../db/schema/notices.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import type { NoticeFacts } from '../../../domain/notices/edit.ts';
import type { NoticeAudience } from '../../../domain/notices/fields.ts';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import { isOpenNow, n } from './rows.ts';

// What an endpoint and a task share to post a notice.

/** The groups that must exist for an audience. */
export const groupsIn = (audience: NoticeAudience | undefined): string[] => (audience?.type === 'groups' ? [...new Set(audience.ids)] : []);
/** How many of them exist in the unit. */
export const countGroups = (db: Db, ids: string[]) =>
  db
    .select({ known: count() })
    .from(userGroups)
    .where(and(inArray(userGroups.id, ids), isNull(userGroups.deletedAt)));
/** How many notices are planned or shown. */
export const countOpen = (db: Db) => db.select({ count: count() }).from(n).where(isOpenNow);

const turn = raw('notices.turn', {});

/** The statements that write a notice within the limit of open ones, as the batch's user; `fromNow`: from the database's present on. */
export const insertNotice = (db: Db, id: string, row: NoticeFacts, fromNow: boolean) =>
  [
    // Two that are added at the same moment wait for each other, so the limit holds.
    turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('notices ' || (select app.tenant_id())::text, 0))`),
    mustHold(db, sql`(select count(*) from notices n where ${isOpenNow}) < ${noticeLimits.open}::int`),
    db.insert(notices).values({ id, ...row, ...(fromNow ? { startsAt: sql`app.now()` } : {}), addedById: sql`(select app.user_id())` }),
  ] as const;
