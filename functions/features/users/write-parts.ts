import { type SQL, sql } from 'drizzle-orm';
import { auditEach, type Facts } from '../../../db/audited.ts';
import { settings } from '../../../db/schema/settings.ts';
import type { Context } from '../../request/context.ts';
import type { Person } from './person-input.ts';

/** The user whose address and request the audit names. */
export type Caller = Pick<Context, 'address' | 'requestId'>;

/** A list of texts as one parameter. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array(select e from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) e)`;

const jsonOrNull = (value: unknown): SQL => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

/** A form's values for a user, column by column, except name, e-mail and telephone number. */
export const settingsOf = (person: Person): readonly (readonly [column: string, value: SQL])[] => [
  ['profile', sql`${person.profile}`],
  ['flags', textArray(person.flags)],
  ['department', sql`${person.department}`],
  ['position', sql`${person.position}`],
  ['language', sql`${person.language}`],
  ['expires_at', sql`${person.expiresAt}::timestamptz`],
  ['access_hours', jsonOrNull(person.accessHours)],
  ['ip_exempt', sql`${person.ipExempt}::boolean`],
  ['allow_remote', sql`${person.allowRemote}::boolean`],
  ['home_page', sql`${person.homePage}`],
  ['home_report_id', sql`${person.homeReportId}::uuid`],
  ['theme_id', sql`${person.themeId}::uuid`],
  ['rls_username', sql`${person.rlsUsername}`],
  ['rls_roles', textArray(person.rlsRoles)],
  ['custom', sql`${JSON.stringify(person.custom)}::jsonb`],
];
export const identityColumns = (person: Pick<Person, 'name' | 'sortKey' | 'email' | 'phone'>): readonly (readonly [string, SQL])[] => [
  ['name', sql`${person.name}`],
  ['sort_key', sql`${person.sortKey}`],
  ['email', sql`${person.email}`],
  ['phone', sql`${person.phone}`],
];
export const columnNames = (columns: readonly (readonly [string, SQL])[]) =>
  sql.join(
    columns.map(([column]) => sql.identifier(column)),
    sql`, `,
  );
export const columnValues = (columns: readonly (readonly [string, SQL])[]) =>
  sql.join(
    columns.map(([, value]) => value),
    sql`, `,
  );
/** What the audit log stores about a user `u`, as `factsOf` of the domain gives it: everything an administrator enters, no secrets. */
export const factsOf = (u: SQL): SQL =>
  sql`jsonb_build_object('name', ${u}.name, 'email', ${u}.email, 'phone', ${u}.phone, 'profile', ${u}.profile, 'status', ${u}.status,
    'flags', to_jsonb(${u}.flags), 'department', ${u}.department, 'position', ${u}."position", 'language', ${u}.language,
    'expiresAt', ${u}.expires_at, 'accessHours', ${u}.access_hours, 'ipExempt', ${u}.ip_exempt, 'allowRemote', ${u}.allow_remote,
    'homePage', ${u}.home_page, 'homeReport', (select r.title from reports r where r.id = ${u}.home_report_id),
    'theme', (select h.name from themes h where h.id = ${u}.theme_id), 'rlsUsername', ${u}.rls_username,
    'rlsRoles', to_jsonb(${u}.rls_roles), 'custom', ${u}.custom)`;

/** Only the differences of two such objects. */
export const differing = (one: SQL, other: SQL): SQL =>
  sql`(select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(${one}) d where d.value is distinct from (${other})->d.key)`;

/** The CTE of an audit row for each row of `from`, which has `id`; `facts` are expressions over it. */
export const auditOf = (ctx: Caller, what: string, facts: Facts | SQL, from: SQL): SQL =>
  sql`audit_rows as (${auditEach(ctx, { what, row: sql`x.id`, facts, from })})`;

/** The CTE that requests the invitation of each row of `from`; its link is created on delivery. */
export const inviteAll = (from: SQL): SQL =>
  sql`invitations as (insert into outbox (kind, body) select 'account.invite', jsonb_build_object('user_id', x.id) from ${from})`;

/** Whether the unit sends invitations by default, from the settings row. */
export const invitesByItself = sql<boolean>`${settings.values}->>'send_email_register_user' = 'S'`;

/** Whether an invitation is sent; null follows the setting. */
export const wantsInvitation = (invite: boolean | null): SQL =>
  sql`coalesce(${invite}::boolean, (select ${invitesByItself} from settings), false)`;
