import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { invalidSyntax, invalidValue } from '../../../domain/scim/error.ts';
import { applyPatch, patchUrn, readOperations } from '../../../domain/scim/patch.ts';
import { type DirectoryPerson, readPerson } from '../../../domain/scim/person.ts';
import { userUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource, type ScimObject, sameValue } from '../../../domain/scim/values.ts';
import { lockWithGroups } from '../../http/lock-people.ts';
import { phonesOf } from './create-user.ts';
import { customOf, notAdopted, orUnique, taken } from './custom.ts';
import { unknown, userAnswer, userById, uuid } from './find-users.ts';
import { logged, tokenOf } from './log.ts';
import { otherVersion, refuseOtherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { projectionFrom } from './search.ts';
import { goesBy, resourceOf, type UserRow, unsaidActive, userVersion } from './user-rows.ts';

const mostAttempts = 3;

/** PUT: what is left out goes, what is read-only stays. Left out, `active` stays too: nobody comes back by an omission. */
export function replaceUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  const body = call.body;
  if (!body) throw invalidSyntax('The body is a resource.');
  checkSchemas(body, userUrn);
  const resource = readResource(scim.shape, body);
  return writeUser(scim, call, id, (before) => ({ ...(before.active !== undefined && { active: before.active }), ...resource }));
}

export function patchUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  const body = call.body;
  if (!body) throw invalidSyntax('The body has "Operations".');
  checkSchemas(body, patchUrn);
  const operations = readOperations(body);
  return writeUser(scim, call, id, (before) => applyPatch(scim.shape, before, operations));
}

/** The person that a resource makes of a row; without a word about `active`, nobody comes or goes. */
function personOf(resource: ScimObject, row: UserRow): DirectoryPerson {
  const person = readPerson(resource, row.id);
  if (resource.active !== undefined) return person;
  return { ...person, active: row.status !== 'D', rest: { ...person.rest, [unsaidActive]: true } };
}

async function writeUser(scim: ScimContext, call: ScimCall, id: string, change: (before: ScimObject) => ScimObject): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  for (let attempt = 1; ; attempt++) {
    const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [db.execute(userById(id, true))]);
    const [row] = rowsOf<UserRow>(found);
    if (!row) throw unknown(id);
    refuseOtherVersion(call, userVersion(row));
    const before = resourceOf(row, scim);
    const next = change(before);
    if (typeof next.userName !== 'string' || next.userName.trim() === '') throw invalidValue('"userName" is required.');
    if (row.managed && sameValue(before, next)) return userAnswer(scim, row, projection);
    const written = await updateUser(scim, call.method, row, { before: personOf(before, row), after: personOf(next, row) });
    if (written) return userAnswer(scim, written, projection);
    // Somebody else was faster: what was asked is applied to what he left.
    if (call.ifMatch !== null || attempt === mostAttempts) throw otherVersion();
  }
}

type Change = { before: DirectoryPerson; after: DirectoryPerson };

/** The portal's own columns of which the directory says something else than before; what people changed there meanwhile stays. */
function columnsOf(scim: ScimContext, { before, after }: Change): [name: string, value: SQL, told: unknown][] {
  const differs = (name: keyof DirectoryPerson) => !sameValue(before[name], after[name]);
  const phones = phonesOf(after, scim);
  const phone =
    phones.length === 0
      ? sql`null`
      : sql`(select p.v from jsonb_array_elements_text(${JSON.stringify(phones)}::jsonb) with ordinality p (v, n) where not exists (select from users o where o.phone = p.v and o.deleted_at is null and o.id <> t.id) order by p.n limit 1)`;
  return [
    ...(differs('name')
      ? ([
          ['name', sql`${after.name}`, after.name],
          ['sort_key', sql`${after.sortKey}`, null],
        ] as [string, SQL, unknown][])
      : []),
    ...(differs('email') ? ([['email', sql`${after.email}`, after.email]] as [string, SQL, unknown][]) : []),
    ...(differs('phones') ? ([['phone', phone, phones[0] ?? null]] as [string, SQL, unknown][]) : []),
    ...(differs('department') ? ([['department', sql`${after.department}`, after.department]] as [string, SQL, unknown][]) : []),
    ...(differs('position') ? ([['position', sql`${after.position}`, after.position]] as [string, SQL, unknown][]) : []),
    ...(differs('language') ? ([['language', sql`${after.language}`, after.language]] as [string, SQL, unknown][]) : []),
  ];
}

/** What ends with a deactivation beside the sessions, which the database ends itself (BEHAVIOUR 14): groups and open requests. */
const ending = sql`gone_members as (delete from user_group_members m using w where m.user_id = w.id and w.status = 'D'),
  gone_requests as (update catalog_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1 from w where q.user_id = w.id and w.status = 'D' and q.state = 'pending')`;

/** The record `change` of person w with the groups that a deactivation takes. */
const withGroups = (change: SQL): SQL => sql`(select case when n.names is null then r.change
    else jsonb_set(jsonb_set(r.change, '{before,groups}', n.names), '{after,groups}', '[]') end
  from (select ${change} as change) r,
    (select jsonb_agg(g.name order by g.sort_key) as names from user_group_members m join user_groups g on g.id = m.user_group_id and g.deleted_at is null where m.user_id = w.id) n)`;

/** One guarded statement and, in the same trip, what it left; null when the version was another one by then. */
async function updateUser(scim: ScimContext, method: string, row: UserRow, change: Change): Promise<UserRow | null> {
  const { ctx } = scim;
  const { before, after } = change;
  const custom: CustomValues = customOf(scim, after, row.custom);
  const columns = columnsOf(scim, change);
  const status = after.active === (row.status !== 'D') ? null : after.active ? 'A' : 'D';
  const told = columns.filter(([name]) => name !== 'sort_key');
  const was = {
    name: before.name,
    email: before.email,
    phone: before.phones[0] ?? null,
    department: before.department,
    position: before.position,
    language: before.language,
  };
  const audit = {
    before: { ...Object.fromEntries(told.map(([name]) => [name, was[name as keyof typeof was]])), ...(status && { status: row.status }) }, // because only these columns are told
    after: { ...Object.fromEntries(told.map(([name, , value]) => [name, value])), ...(status && { status }) },
  };
  const record = sql`${JSON.stringify({ ...audit, scim: true })}::jsonb`;
  const assignments = sql.join(
    [
      ...columns.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
      ...(status
        ? [
            sql`status = ${status}, status_at = app.now(), status_reason = null, rights = t.rights + 1, expires_at = case when ${status} = 'A' and t.expires_at <= app.now() then null else t.expires_at end`,
          ]
        : []),
      ...(sameValue(custom, row.custom) ? [] : [sql`custom = ${JSON.stringify(custom)}::jsonb`]),
      sql`user_name = ${after.userName}, user_name_key = ${after.userNameKey}, external_id = ${after.externalId}, scim = ${JSON.stringify(after.rest)}::jsonb, scim_at = app.now(), scim_token_id = coalesce(t.scim_token_id, ${tokenOf(scim)}), version = t.version + 1`,
    ],
    sql`, `,
  );
  // Whom the portal made is taken over once, by the name or the address that both know.
  const known = [after.userNameKey, after.email].includes(row.email) ? row.email : '';
  const adopts = row.managed
    ? sql`true`
    : sql`app.scim_adopts(${scim.directory.hash}::bytea, ${row.id}::uuid, ${after.externalId}, ${known})`;
  const results = await orUnique(
    ctx.database.withScim(scim.directory, (db) => [
      ...(status ? lockWithGroups(db, sql`${row.id}::uuid`) : []),
      db.execute(sql`with f as (select exists (select from users o where ${goesBy(sql`o`, after.userNameKey)} and o.deleted_at is null and o.id <> ${row.id}::uuid) as taken, ${adopts} as adopts),
          w as (update users t set ${assignments} from f where not f.taken and f.adopts and t.id = ${row.id}::uuid and t.deleted_at is null and t.version = ${row.version} returning t.id, t.name, t.status),
          ${status === 'D' ? sql`${ending},` : sql``}
          a as (insert into audit (what, row_id, change, ip, request_id) select ${status === 'D' ? 'user.deactivate' : status === 'A' ? 'user.activate' : 'user.edit'}, w.id, ${status === 'D' ? withGroups(record) : record}, ${ctx.address}, ${ctx.requestId} from w),
          ${logged(scim, { method, kind: 'User', status: 200 }, sql`w x`)}
        select f.taken, f.adopts, (select count(*)::int from w) as written from f`),
      db.execute(userById(row.id, true)),
    ]),
  );
  const [result, read] = results.slice(-2) as unknown as { rows: unknown[] }[]; // because the last two statements are always there
  const [outcome] = rowsOf<{ taken: boolean; adopts: boolean; written: number }>(result ?? { rows: [] });
  if (outcome?.adopts === false) throw notAdopted();
  if (outcome?.taken) throw taken(`The userName "${after.userName}" is taken.`);
  return outcome?.written === 1 ? (rowsOf<UserRow>(read ?? { rows: [] })[0] ?? null) : null;
}
