import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import type { DirectoryPerson } from '../../../domain/scim/person.ts';
import { sameValue } from '../../../domain/scim/values.ts';
import type { OwnField, WritePlan } from '../../../domain/scim/write.ts';
import { getToken, logged } from './log.ts';
import type { ScimContext } from './request.ts';
import { goesBy, type UserRow } from './user-rows.ts';

/** The first of these telephone numbers that is free. */
const firstPhone = (phones: readonly string[]): SQL =>
  phones.length === 0
    ? sql`null`
    : sql`(select p.v from jsonb_array_elements_text(${JSON.stringify(phones)}::jsonb) with ordinality p (v, n)
        where not exists (select from users o where o.phone = p.v and o.deleted_at is null and o.id <> t.id) order by p.n limit 1)`;

const assigned: Record<OwnField, (person: DirectoryPerson, phones: readonly string[]) => SQL> = {
  name: ({ name, sortKey }) => sql`name = ${name}, sort_key = ${sortKey}`,
  email: ({ email }) => sql`email = ${email}`,
  phones: (_, phones) => sql`phone = ${firstPhone(phones)}`,
  department: ({ department }) => sql`department = ${department}`,
  position: ({ position }) => sql`position = ${position}`,
  language: ({ language }) => sql`language = ${language}`,
};
const newStatus = (status: 'A' | 'D'): SQL =>
  sql`status = ${status}, status_at = app.now(), status_reason = null, rights = t.rights + 1,
    expires_at = case when ${status} = 'A' and t.expires_at <= app.now() then null else t.expires_at end`;

/** The CTEs for what ends with a deactivation beside the sessions, which the database ends itself: groups and open requests. */
const ending = sql`gone_members as (delete from user_group_members m using w where m.user_id = w.id and w.status = 'D'),
  gone_requests as (update catalog_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1
    from w where q.user_id = w.id and w.status = 'D' and q.state = 'pending')`;

/** The record `change` of user w with the groups that a deactivation removes. */
const withGroups = (change: SQL): SQL => sql`(select case when n.names is null then r.change
    else jsonb_set(jsonb_set(r.change, '{before,groups}', n.names), '{after,groups}', '[]') end
  from (select ${change} as change) r,
    (select jsonb_agg(g.name order by g.sort_key) as names from user_group_members m
      join user_groups g on g.id = m.user_group_id and g.deleted_at is null where m.user_id = w.id) n)`;

export type UserWrite = {
  method: string;
  row: UserRow;
  person: DirectoryPerson;
  phones: readonly string[];
  custom: CustomValues;
  plan: WritePlan;
};
/** Whether the calling token may change the user's identifier: by it the provider that their directory is tied to signs them in. */
const mayIdentify = (scim: ScimContext, { row, person }: Pick<UserWrite, 'row' | 'person'>): SQL =>
  !row.managed || row.external_id === person.externalId
    ? sql`true`
    : sql`not exists (select from users u join scim_tokens o on o.id = u.scim_token_id
        where u.id = ${row.id}::uuid and o.provider_kind is not null and not exists (select from scim_tokens k
          where k.id = ${getToken(scim)} and (k.provider_kind, k.provider_issuer) = (o.provider_kind, o.provider_issuer)))`;

const writeRow = raw('scim.write_user', { taken: 'bool', adopts: 'bool', identifies: 'bool', written: 'int4' });
/** One guarded statement: whether the name is free and the user may be taken over is only known once the change has been applied. */
export function writeUserRow(db: Db, scim: ScimContext, { method, row, person, phones, custom, plan }: UserWrite) {
  const { ctx, directory } = scim;
  const { what, status, change } = plan;
  const assignments = sql.join(
    [
      ...plan.fields.map((field) => assigned[field](person, phones)),
      ...(status ? [newStatus(status)] : []),
      ...(sameValue(custom, row.custom) ? [] : [sql`custom = ${JSON.stringify(custom)}::jsonb`]),
      sql`user_name = ${person.userName}, user_name_key = ${person.userNameKey}, external_id = ${person.externalId},
        scim = ${JSON.stringify(person.rest)}::jsonb, scim_at = app.now(), scim_token_id = coalesce(t.scim_token_id, ${getToken(scim)}),
        version = t.version + 1`,
    ],
    sql`, `,
  );
  // A user created in the portal is taken over once, by the name or the address that both know.
  const known = [person.userNameKey, person.email].includes(row.email) ? row.email : '';
  const adopts = row.managed ? sql`true` : sql`app.scim_adopts(${directory.hash}::bytea, ${row.id}::uuid, ${person.externalId}, ${known})`;
  const record = sql`${JSON.stringify(change)}::jsonb`;
  return writeRow(
    db,
    sql`with f as (
          select exists (select from users o
              where ${goesBy(sql`o`, person.userNameKey)} and o.deleted_at is null and o.id <> ${row.id}::uuid) as taken,
            ${adopts} as adopts, ${mayIdentify(scim, { row, person })} as identifies),
        w as (
          update users t set ${assignments} from f
          where not f.taken and f.adopts and f.identifies and t.id = ${row.id}::uuid and t.deleted_at is null and t.version = ${row.version}
          returning t.id, t.name, t.status),
        ${status === 'D' ? sql`${ending},` : sql``}
        a as (
          ${auditEach(ctx, { what, row: sql`w.id`, facts: status === 'D' ? withGroups(record) : record, from: sql`w` })}),
        ${logged(scim, { method, kind: 'User', status: 200 }, sql`w x`)}
      select f.taken, f.adopts, f.identifies, (select count(*)::int from w) as written from f`,
  );
}
