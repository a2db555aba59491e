import { and, eq, gt, gte, inArray, isNull, lt, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { toInstant } from '../../../domain/format/to-instant.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import type { UserCounts, UserFilters, UserRow } from '../../../domain/users/contract.ts';
import { textNames } from '../../../domain/users/fields.ts';
import { expiringDays, undoDays } from '../../../domain/users/limits.ts';
import { keptFlags, positions, readPosition, statuses } from '../../../domain/users/person.ts';
import type { SessionContext } from '../../request/context.ts';
import { lacksRequired, livingValues, matchesCustom } from '../custom-fields/index.ts';
import { lacksIdentity } from '../report-access/index.ts';
import { signedUrl } from '../storage/index.ts';

// A user x. Handwritten statements use the same alias.
export const x = alias(users, 'x');

const groupsOfPerson = sql<
  UserRow['groups']
>`coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name) order by q.sort_key, q.id)
  from user_group_members m join user_groups q on q.tenant_id = m.tenant_id and q.id = m.user_group_id and q.deleted_at is null
  where m.tenant_id = x.tenant_id and m.user_id = x.id), '[]')`;

// Evaluated once for a list, not for each row.
const hasFactor = sql<boolean>`(x.id in (select w.user_id from app.factor_people() w))`;
const needsIdentity = lacksIdentity(sql`x`);

/** An account only counts from acceptance on; until then nothing about one is revealed. */
const rowColumns = {
  id: x.id,
  name: x.name,
  email: x.email,
  phone: x.phone,
  profile: x.profile,
  status: x.status,
  statusReason: x.statusReason,
  ...pick(x, textNames),
  position: x.position,
  language: x.language,
  flags: x.flags,
  picture: x.picture,
  accepted: sql<boolean>`x.account_id is not null`,
  invitedAt: x.invitedAt,
  expiresAt: x.expiresAt,
  groups: groupsOfPerson,
  custom: sql<UserRow['custom']>`${livingValues(sql`x`, 'user')}`,
  secondFactor: hasFactor,
  createdAt: x.createdAt,
  lastSignInAt: x.lastSignInAt,
  deletedAt: x.deletedAt,
  version: x.version,
};
/** What a list and a page show of a user beside the columns of a file. */
export const shownColumns = { ...rowColumns, lacksIdentity: sql<boolean>`${needsIdentity}` };

/** The query for the rows of a file; the caller adds conditions, order and limit. */
export const fileRows = (db: Db) => db.select(rowColumns).from(x);
export type Row = Awaited<ReturnType<typeof fileRows>>[number];
export type ShownRow = Row & { lacksIdentity: boolean };

const asStored = [
  'id',
  'name',
  'email',
  'phone',
  'profile',
  'status',
  'statusReason',
  ...textNames,
  'language',
  'groups',
  'custom',
  'lacksIdentity',
  'secondFactor',
  'version',
] as const;

export async function present(row: ShownRow, ctx: SessionContext): Promise<UserRow> {
  const { position, other } = readPosition(row.position);
  return {
    ...pick(row, asStored),
    position,
    positionOther: other,
    flags: keptFlags(row.flags, row.profile),
    picture: row.picture ? await signedUrl(row.picture, ctx.session.sub, ctx) : null,
    invitation: row.accepted ? 'accepted' : row.invitedAt ? 'sent' : 'none',
    invitedAt: isoOrNull(row.invitedAt),
    expiresAt: isoOrNull(row.expiresAt),
    createdAt: toIso(row.createdAt),
    lastSignInAt: isoOrNull(row.lastSignInAt),
    undoUntil: row.deletedAt ? undoUntil(row.deletedAt) : null,
    isMe: row.id === ctx.session.sub,
  };
}

export const undoUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + undoDays * 86_400_000).toISOString();

/** `and()` that never returns undefined, which would print nothing inside `sql`. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** Removed users who can still be restored. */
export const removable = all(gt(x.deletedAt, sql`app.now() - make_interval(days => ${undoDays})`), isNull(x.purgedAt));
const soon = sql`app.now() + make_interval(days => ${expiringDays})`;
const views = {
  there: isNull(x.deletedAt),
  never: isNull(x.lastSignInAt),
  invited: isNull(x.accountId),
  expiring: all(gt(x.expiresAt, sql`app.now()`), lte(x.expiresAt, soon), inArray(x.status, ['A', 'T'])),
};

const maxCounted = 10_001;
const counted = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
const thereAnd = (condition: SQL) => counted(all(views.there, condition));
const countColumns: Record<Exclude<keyof UserCounts, 'exact'>, SQL<number>> = {
  all: counted(views.there),
  ...buildRecord(statuses, (status) => thereAnd(eq(x.status, status))),
  invited: thereAnd(views.invited),
  never: thereAnd(views.never),
  expiring: thereAnd(views.expiring),
  unidentified: thereAnd(needsIdentity),
  removed: counted(removable),
};

/** How many users each view has under the other filters; counting stops at ten thousand. */
export function countPeople(db: Db, filters: UserFilters, ctx: SessionContext) {
  const found = all(or(views.there, removable), narrowed(filters, ctx));
  return db
    .select({ ...countColumns, exact: sql<boolean>`count(*) < ${maxCounted}`, n: counted(getViews(filters)) })
    .from(sql`(select x.* from users x where ${found} limit ${maxCounted}) x`);
}

/** The conditions of the list, the export and a bulk action by filter. */
export const conditions = (filters: UserFilters, ctx: SessionContext): SQL => all(getViews(filters), narrowed(filters, ctx));

/** The chips above the list; their counts ignore these. */
const getViews = ({ removed, status, never, invited, expiring, unidentified }: UserFilters): SQL =>
  all(
    removed ? removable : views.there,
    status && eq(x.status, status),
    never ? views.never : undefined,
    invited ? views.invited : undefined,
    expiring ? views.expiring : undefined,
    unidentified ? needsIdentity : undefined,
  );

// Only a partner's seat sees itself, and even there it isn't a user of the unit.
function narrowed(filters: UserFilters, ctx: SessionContext): SQL {
  const { search, profile, group, department, language, flag, signedFrom, signedTo, custom, incomplete, factor } = filters;
  return all(
    isNull(x.seat),
    searched(search ?? ''),
    profile && eq(x.profile, profile),
    group ? isInGroup(group) : undefined,
    department === undefined ? undefined : department === '' ? isNull(x.department) : eq(x.department, department),
    positioned(filters.position),
    language && eq(x.language, language),
    flag && sql`${flag} = any (x.flags)`,
    signedFrom ? gte(x.lastSignInAt, dayStart(signedFrom, 0, ctx)) : undefined,
    signedTo ? lt(x.lastSignInAt, dayStart(signedTo, 1, ctx)) : undefined,
    custom ? matchesCustom(sql`x.id`, custom) : undefined,
    factor && (factor === 'with' ? hasFactor : not(hasFactor)),
    incomplete ? lacksRequired(sql`x`, 'user') : undefined,
  );
}

/**
 * `is true` keeps this from becoming a join, for which the planner compares each user of a group that has just been filled with each of its
 * members.
 */
const isInGroup = (group: string) =>
  sql`exists (select from user_group_members m
    where m.tenant_id = x.tenant_id and m.user_id = x.id and m.user_group_id = ${group}::uuid) is true`;

const coded = positions.filter((each) => each !== 'other');
const positioned = (position: UserFilters['position']): SQL | undefined =>
  position === 'other' ? notInArray(x.position, coded) : position && eq(x.position, position);

/** Beginnings of the words of a name; else an e-mail's beginning, or three digits of a telephone number. */
function searched(search: string): SQL {
  const words = searchWords(search).slice(0, 8);
  const [key, digits] = [fold(search), search.normalize('NFKC').replace(/\D/g, '')];
  if (!key) return sql`true`;
  const named = words.map((word) => sql`(' ' || ${x.sortKey}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  const isNumber = digits.length >= 3 && !/\p{L}/u.test(search);
  return all(or(sql`starts_with(${x.email}, ${key})`, and(...named), isNumber ? sql`position(${digits} in ${x.phone}) > 0` : undefined));
}

/** The first instant of a day, or of the next one, on the unit's clock. */
function dayStart(day: string, more: number, ctx: SessionContext): string {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + more * 86_400_000);
  const wall = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hours: 0, minutes: 0 };
  return toInstant(wall, ctx.tenant.zone).toISOString();
}
