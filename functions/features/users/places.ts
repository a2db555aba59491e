import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { reports } from '../../../db/schema/reports.ts';
import { themes } from '../../../db/schema/themes.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import type { Places } from '../../../domain/users/fields.ts';
import type { AskedPlaces } from '../../../domain/users/places.ts';

type Named = { name: string }[];

const wanted = (groups: readonly string[]) => and(inArray(userGroups.id, [...groups]), isNull(userGroups.deletedAt));
const findReport = (id: string | null): SQL => (id === null ? sql`false` : eq(reports.id, id));
const getTheme = (id: string | null): SQL => (id === null ? sql`false` : eq(themes.id, id));

/** Loads the names of what a form refers to. */
export const readPlaces = (db: Db, { groups = [], homeReportId = null, themeId = null }: AskedPlaces) =>
  [
    db.select({ name: userGroups.name }).from(userGroups).where(wanted(groups)).orderBy(asc(userGroups.sortKey)),
    db.select({ name: reports.title }).from(reports).where(findReport(homeReportId)),
    db.select({ name: themes.name }).from(themes).where(getTheme(themeId)),
  ] as const;

export const getPlaces = (groups: Named, [report]: Named, [theme]: Named): Places => ({
  groups: groups.map(({ name }) => name),
  homeReport: report?.name ?? null,
  theme: theme?.name ?? null,
});

/** Aborts the write if any of it is gone. */
export const holdPlaces = (db: Db, { groups = [], homeReportId, themeId }: AskedPlaces) => [
  ...(groups.length > 0 ? [mustHold(db, sql`${countRows(db, userGroups, wanted(groups))} = ${groups.length}`)] : []),
  ...(homeReportId ? [mustHold(db, sql`${countRows(db, reports, findReport(homeReportId))} = 1`)] : []),
  ...(themeId ? [mustHold(db, sql`${countRows(db, themes, getTheme(themeId))} = 1`)] : []),
];
