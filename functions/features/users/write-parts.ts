import { type SQL, sql } from 'drizzle-orm';
import { auditEach, type Facts, toJson } from '../../../db/audited.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { buildRecord, getKeys } from '../../../domain/fields/fields.ts';
import { defaultSettings } from '../../../domain/settings/defaults.ts';
import { personColumns, textNames } from '../../../domain/users/fields.ts';
import type { Context } from '../../request/context.ts';
import type { Person } from './person-input.ts';

/** The user whose address and request the audit names. */
export type Caller = Pick<Context, 'address' | 'requestId'>;

/** A list of texts as one parameter. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array(select e from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) e)`;

const jsonOrNull = (value: unknown): SQL => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

type Column = readonly [name: string, value: SQL];
const getColumns = <Name extends keyof Person>(values: Record<Name, SQL>): readonly Column[] =>
  getKeys(values).map((name) => [users[name].name, values[name]]);

/** Name, e-mail and telephone number, column by column. */
export const identityColumns = (person: Pick<Person, Identity>) =>
  getColumns<Identity>({
    name: sql`${person.name}`,
    sortKey: sql`${person.sortKey}`,
    email: sql`${person.email}`,
    phone: sql`${person.phone}`,
  });
type Identity = 'name' | 'sortKey' | 'email' | 'phone';

/** A form's other values for a user. */
export const getSettings = (person: Person) =>
  getColumns<Exclude<keyof Person, Identity>>({
    profile: sql`${person.profile}`,
    flags: textArray(person.flags),
    ...buildRecord(textNames, (name) => sql`${person[name]}`),
    position: sql`${person.position}`,
    language: sql`${person.language}`,
    expiresAt: sql`${person.expiresAt}::timestamptz`,
    accessHours: jsonOrNull(person.accessHours),
    ipExempt: sql`${person.ipExempt}::boolean`,
    allowRemote: sql`${person.allowRemote}::boolean`,
    homePage: sql`${person.homePage}`,
    homeReportId: sql`${person.homeReportId}::uuid`,
    themeId: sql`${person.themeId}::uuid`,
    rlsUsername: sql`${person.rlsUsername}`,
    rlsRoles: textArray(person.rlsRoles),
    custom: sql`${JSON.stringify(person.custom)}::jsonb`,
  });
export const columnNames = (columns: readonly Column[]) =>
  sql.join(
    columns.map(([column]) => sql.identifier(column)),
    sql`, `,
  );
export const columnValues = (columns: readonly Column[]) =>
  sql.join(
    columns.map(([, value]) => value),
    sql`, `,
  );
/** What the audit log stores about a user `u`, as `getFacts` of the domain gives it: everything an administrator enters, no secrets. */
export const getFacts = (u: SQL): SQL =>
  toJson({
    ...buildRecord([...personColumns, 'status'] as const, (name) => sql`${u}.${sql.identifier(users[name].name)}`),
    homeReport: sql`(select r.title from reports r where r.id = ${u}.home_report_id)`,
    theme: sql`(select h.name from themes h where h.id = ${u}.theme_id)`,
  });

/** Only the differences of two such objects. */
export const differing = (one: SQL, other: SQL): SQL =>
  sql`(select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(${one}) d where d.value is distinct from (${other})->d.key)`;

/** The CTE of an audit row for each row of `from`, which has `id`; `facts` are expressions over it. */
export const getAudit = (ctx: Caller, what: string, facts: Facts | SQL, from: SQL): SQL =>
  sql`audit_rows as (${auditEach(ctx, { what, row: sql`x.id`, facts, from })})`;

/** The CTE that requests the invitation of each row of `from`; its link is created on delivery. */
export const inviteAll = (from: SQL): SQL =>
  sql`invitations as (insert into outbox (kind, body) select 'account.invite', jsonb_build_object('user_id', x.id) from ${from})`;

export const isOwnTenant = sql`${tenants.id} = (select app.tenant_id())`;
/** Whether the unit sends invitations by default, as its form shows; also where the unit has no settings row. */
export const invitesByItself = sql<boolean>`coalesce((select s."values"->>'send_email_register_user' from settings s
  where s.tenant_id = (select app.tenant_id())), ${defaultSettings.send_email_register_user}) = 'S'`;
