import { and, count, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { playlistItems, playlistShares } from '../../../db/schema/playlists.ts';
import { reportViews } from '../../../db/schema/report-views.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { pick } from '../../../domain/fields/fields.ts';
import type { Found } from '../../../domain/playlists/compose.ts';
import type { PlaylistEdit } from '../../../domain/playlists/contract.ts';
import { type PlaylistSettings, settingNames } from '../../../domain/playlists/fields.ts';
import { idsIn } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import type { Viewer } from './playlist.ts';

/** What is omitted stays as it is. */
type Named = Pick<PlaylistEdit, 'items' | 'people' | 'groups'>;

const visible = raw('playlists.visible_reports', { id: 'uuid' });
const living = (people: readonly string[]) => and(inArray(users.id, [...people]), isNull(users.deletedAt));
const livingGroups = (groups: readonly string[]) => and(inArray(userGroups.id, [...groups]), isNull(userGroups.deletedAt));

/** Loads what a playlist refers to, four statements of one batch; `foundIn` turns their results into facts. */
export function readFound(db: Db, viewer: Viewer, { items = [], people = [], groups = [] }: Named) {
  const reportIds = [...new Set(items.map((item) => item.reportId))];
  const viewIds = [...new Set(items.flatMap((item) => item.viewId ?? []))];
  const isUsable = or(reportViews.shared, eq(reportViews.userId, viewer.userId));
  return [
    visible(
      db,
      sql`select r.id from ${reportsWithPlace} where r.kind = 'powerbi' and r.id in (${idsIn(reportIds)}) and ${visibleReport(viewer)}`,
    ),
    db
      .select({ id: reportViews.id, reportId: reportViews.reportId })
      .from(reportViews)
      .where(and(inArray(reportViews.id, viewIds), isUsable)),
    db.select({ n: count() }).from(users).where(living(people)),
    db.select({ n: count() }).from(userGroups).where(livingGroups(groups)),
  ] as const;
}
type Results = readonly [{ rows: { id: string }[] }, { id: string; reportId: string }[], { n: number }[], { n: number }[]];

export const foundIn = ([reports, views, [people], [groups]]: Results, { items = [] }: Named): Found => ({
  reports: new Set(reports.rows.map((row) => row.id)),
  // A view must belong to the report of its item.
  views: new Set(
    views.filter(({ id, reportId }) => items.some((item) => item.viewId === id && item.reportId === reportId)).map(({ id }) => id),
  ),
  people: people?.n ?? 0,
  groups: groups?.n ?? 0,
});

/** Aborts the write if a user or group it is shared with is gone. */
export function holdFound(db: Db, fields: Named) {
  const [people, groups] = [[...new Set(fields.people)], [...new Set(fields.groups)]];
  return [
    ...(people.length > 0 ? [mustHold(db, sql`${countRows(db, users, living(people))} = ${people.length}`)] : []),
    ...(groups.length > 0 ? [mustHold(db, sql`${countRows(db, userGroups, livingGroups(groups))} = ${groups.length}`)] : []),
  ];
}

/** Replaces items and shares that are given; unchanged shares keep their rows. */
export function writeContents(db: Db, playlistId: string, fields: Named, now: number) {
  const [people, groups] = [[...new Set(fields.people)], [...new Set(fields.groups)]];
  const items = fields.items?.map((item, position) => ({ ...item, id: newId(now), playlistId, position }));
  const id = sql`gen_random_uuid()`;
  const shares = [
    ...people.map((userId) => ({ id, playlistId, userId })),
    ...groups.map((userGroupId) => ({ id, playlistId, userGroupId })),
  ];
  const gone = or(
    fields.people && and(isNotNull(playlistShares.userId), notInArray(playlistShares.userId, people)),
    fields.groups && and(isNotNull(playlistShares.userGroupId), notInArray(playlistShares.userGroupId, groups)),
  );
  return [
    ...(items ? [db.delete(playlistItems).where(eq(playlistItems.playlistId, playlistId))] : []),
    ...(items && items.length > 0 ? [db.insert(playlistItems).values(items)] : []),
    ...(gone ? [db.delete(playlistShares).where(and(eq(playlistShares.playlistId, playlistId), gone))] : []),
    ...(shares.length > 0 ? [db.insert(playlistShares).values(shares).onConflictDoNothing()] : []),
  ];
}

/** The editable columns of a playlist. */
export const getSettings = (asked: Pick<PlaylistEdit, 'name' | keyof PlaylistSettings>) => pick(asked, ['name', ...settingNames]);
