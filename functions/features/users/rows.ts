import { type SQL, sql } from 'drizzle-orm';
import { instantOf } from '../../../domain/format/instant-of.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import type { UserFilters, UserRow } from '../../../domain/users/contract.ts';
import { expiringDays, undoDays } from '../../../domain/users/limits.ts';
import { keptFlags, positions, readPosition } from '../../../domain/users/person.ts';
import type { SessionContext } from '../../http/context.ts';
import { lacksRequired, livingValues, matchesCustom } from '../custom-fields/index.ts';
import { lacksIdentity } from '../report-access/index.ts';
import { signedUrl } from '../storage/index.ts';

export type Row = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  profile: UserRow['profile'];
  status: UserRow['status'];
  status_reason: string | null;
  department: string | null;
  position: string | null;
  language: UserRow['language'];
  flags: string[];
  picture: string | null;
  accepted: boolean;
  invited_at: string | null;
  expires_at: string | null;
  groups: UserRow['groups'];
  custom: UserRow['custom'];
  created_at: string;
  last_sign_in_at: string | null;
  second_factor: boolean;
  deleted_at: string | null;
  version: number;
};
export type ShownRow = Row & { lacks_identity: boolean };

const groupsOfPerson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name) order by q.sort_key, q.id) from user_group_members m
  join user_groups q on q.tenant_id = m.tenant_id and q.id = m.user_group_id and q.deleted_at is null where m.tenant_id = x.tenant_id and m.user_id = x.id), '[]')`;

// Asked once for a list, not for each row.
const hasFactor = sql`(x.id in (select w.user_id from app.factor_people() w))`;

/** A person x. An account is there from acceptance on, and until then nothing is told of one. */
export const rowColumns = sql`x.id, x.name, x.email, x.phone, x.profile, x.status, x.status_reason, x.department, x."position", x.language, x.flags, x.picture, x.account_id is not null as accepted,
  x.invited_at, x.expires_at, ${groupsOfPerson} as groups, ${livingValues(sql`x`, 'user')} as custom, ${hasFactor} as second_factor, x.created_at, x.last_sign_in_at, x.deleted_at, x.version`;
/** What a list and a page show of a person beside what a file holds. */
export const shownColumns = sql`${rowColumns}, ${lacksIdentity(sql`x`)} as lacks_identity`;

export const iso = (instant: string | null): string | null => (instant ? new Date(instant).toISOString() : null);

export async function present(row: ShownRow, ctx: SessionContext): Promise<UserRow> {
  const { position, other } = readPosition(row.position);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    profile: row.profile,
    status: row.status,
    statusReason: row.status_reason,
    department: row.department,
    position,
    positionOther: other,
    language: row.language,
    flags: keptFlags(row.flags, row.profile),
    picture: row.picture ? await signedUrl(row.picture, ctx.session.sub, ctx) : null,
    invitation: row.accepted ? 'accepted' : row.invited_at ? 'sent' : 'none',
    invitedAt: iso(row.invited_at),
    expiresAt: iso(row.expires_at),
    groups: row.groups,
    custom: row.custom,
    createdAt: new Date(row.created_at).toISOString(),
    lastSignInAt: iso(row.last_sign_in_at),
    undoUntil: row.deleted_at ? undoUntil(row.deleted_at) : null,
    lacksIdentity: row.lacks_identity,
    secondFactor: row.second_factor,
    isMe: row.id === ctx.session.sub,
    version: row.version,
  };
}

export const undoUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + undoDays * 86_400_000).toISOString();

/** Removed people who can still be brought back, and everybody else. */
export const removable = sql`(x.deleted_at > app.now() - make_interval(days => ${undoDays}) and x.purged_at is null)`;
const views = {
  there: sql`x.deleted_at is null`,
  never: sql`x.last_sign_in_at is null`,
  invited: sql`x.account_id is null`,
  expiring: sql`(x.expires_at > app.now() and x.expires_at <= app.now() + make_interval(days => ${expiringDays}) and x.status in ('A','T'))`,
  unidentified: lacksIdentity(sql`x`),
};

const mostCounted = 10_001;
const counted = (condition: SQL) => sql`count(*) filter (where ${condition})::int`;
const thereAnd = (condition: SQL) => counted(sql`${views.there} and ${condition}`);

/** How many people each view holds under the other filters; counting stops at ten thousand. */
export const countsQuery = (
  filters: UserFilters,
  ctx: SessionContext,
) => sql`select ${counted(views.there)} as all, ${thereAnd(sql`x.status = 'A'`)} as "A", ${thereAnd(sql`x.status = 'T'`)} as "T",
  ${thereAnd(sql`x.status = 'B'`)} as "B", ${thereAnd(sql`x.status = 'I'`)} as "I", ${thereAnd(sql`x.status = 'D'`)} as "D", ${thereAnd(views.invited)} as invited, ${thereAnd(views.never)} as never,
  ${thereAnd(views.expiring)} as expiring, ${thereAnd(views.unidentified)} as unidentified, ${counted(removable)} as removed, count(*) < ${mostCounted} as exact, ${counted(viewsOf(filters))} as n
  from (select x.* from users x where (x.deleted_at is null or ${removable}) and ${narrowed(filters, ctx)} limit ${mostCounted}) x`;

/** The conditions of the list, the export and a bulk action by filter. */
export const conditions = (filters: UserFilters, ctx: SessionContext): SQL => sql`${viewsOf(filters)} and ${narrowed(filters, ctx)}`;

/** The chips above the list; their counts leave these out. */
function viewsOf({ removed, status, never, invited, expiring, unidentified }: UserFilters): SQL {
  const all: SQL[] = [removed ? removable : views.there];
  if (status) all.push(sql`x.status = ${status}`);
  if (never) all.push(views.never);
  if (invited) all.push(views.invited);
  if (expiring) all.push(views.expiring);
  if (unidentified) all.push(views.unidentified);
  return sql.join(all, sql` and `);
}

// A partner's seat is seen by itself alone, and is no person of the unit even there.
function narrowed(filters: UserFilters, ctx: SessionContext): SQL {
  const { search, profile, group, department, position, language, flag, signedFrom, signedTo, custom, incomplete, factor } = filters;
  const all: SQL[] = [sql`x.seat is null`, searched(search ?? '')];
  if (profile) all.push(sql`x.profile = ${profile}`);
  if (group)
    all.push(
      sql`exists (select from user_group_members m where m.tenant_id = x.tenant_id and m.user_id = x.id and m.user_group_id = ${group}::uuid)`,
    );
  if (department !== undefined) all.push(department === '' ? sql`x.department is null` : sql`x.department = ${department}`);
  if (position === 'other') all.push(sql`(x."position" is not null and x."position" not in (${sql.join(codes, sql`, `)}))`);
  else if (position) all.push(sql`x."position" = ${position}`);
  if (language) all.push(sql`x.language = ${language}`);
  if (flag) all.push(sql`${flag} = any (x.flags)`);
  if (signedFrom) all.push(sql`x.last_sign_in_at >= ${dayStart(signedFrom, 0, ctx)}::timestamptz`);
  if (signedTo) all.push(sql`x.last_sign_in_at < ${dayStart(signedTo, 1, ctx)}::timestamptz`);
  if (custom) all.push(matchesCustom(sql`x.id`, custom));
  if (factor) all.push(factor === 'with' ? hasFactor : sql`not ${hasFactor}`);
  if (incomplete) all.push(lacksRequired(sql`x`, 'user'));
  return sql.join(all, sql` and `);
}

const codes = positions.filter((each) => each !== 'other').map((each) => sql`${each}`);

/** Beginnings of the words of a name; else an e-mail's beginning, or three digits of a telephone number. */
function searched(search: string): SQL {
  const words = searchWords(search).slice(0, 8);
  const [key, digits] = [fold(search), search.normalize('NFKC').replace(/\D/g, '')];
  if (!key) return sql`true`;
  const ways = [sql`starts_with(x.email, ${key})`];
  if (words.length > 0)
    ways.push(
      sql.join(
        words.map((word) => sql`(' ' || x.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
        sql` and `,
      ),
    );
  if (digits.length >= 3 && !/\p{L}/u.test(search)) ways.push(sql`position(${digits} in x.phone) > 0`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** The first instant of a day, or of the one after, by the clock of the unit. */
function dayStart(day: string, more: number, ctx: SessionContext): string {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + more * 86_400_000);
  const wall = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hours: 0, minutes: 0 };
  return instantOf(wall, ctx.tenant.zone).toISOString();
}
