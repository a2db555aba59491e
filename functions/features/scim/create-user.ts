import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { enterScim } from '../../../db/client.ts';
import { type RowOf, raw } from '../../../db/raw.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { type DirectoryPerson, placeholder, readPerson } from '../../../domain/scim/person.ts';
import { userUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource } from '../../../domain/scim/values.ts';
import { getCountry, readPhone } from '../../../domain/users/phone.ts';
import { newId } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { getCustom, OthersValue, orUnique, taken } from './custom.ts';
import { userAnswer } from './find-users.ts';
import { logged } from './log.ts';
import type { ScimAnswer, ScimCall, ScimContext } from './request.ts';
import { projectionFrom } from './search.ts';
import { goesBy } from './user-rows.ts';

const outcome = { taken: 'bool', known: 'bool', invited: 'bool', email: 'text?', version: 'int4?', created_at: 'timestamptz?' } as const;
const create = raw('scim.create_user', outcome);

/** Telephone numbers in E.164, the directory's preferred ones first. */
export const getPhones = (person: DirectoryPerson, { ctx }: ScimContext): string[] =>
  person.phones.flatMap((phone) => readPhone(phone, getCountry(ctx.tenant.zone)) ?? []);

const firstProfile = { unit: 'user', partner: 'master', platform: 'a2m' } as const;

/**
 * Creates a user in one statement: token, free name, limit (kept by the database), row, invitation if the tenant wants one, audit and log.
 * A sync of ten thousand users costs ten thousand statements.
 */
export async function createUser(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const projection = projectionFrom(call.query);
  const body = call.body ?? {};
  checkSchemas(body, userUrn);
  const resource = readResource(scim.shape, body);
  const id = newId(scim.ctx.clock.now());
  const person = readPerson(resource, id);
  const custom = getCustom(scim, person, null);
  const wanted: New = { id, person, custom, phones: getPhones(person, scim), emails: person.emails };
  const row = await insertUser(scim, wanted).catch((error: unknown) => {
    // Two users with the same number or address at the same time: the second one is created without it.
    if (isOthers(error, 'phone')) return insertUser(scim, { ...wanted, phones: [] });
    if (isOthers(error, 'email')) return insertUser(scim, { ...wanted, emails: [] });
    throw error;
  });
  if (row.known) throw taken('The e-mail address is that of somebody whom the portal has: find that person by userName.');
  if (row.taken || row.version === null || row.email === null || row.created_at === null)
    throw taken(`The userName "${person.userName}" is taken.`);
  if (row.invited) wakeTenantOutbox(scim.ctx, scim.directory.tenant);
  return userAnswer(
    scim,
    {
      id,
      user_name: person.userName,
      email: row.email,
      name: person.name,
      status: person.active ? 'A' : 'D',
      external_id: person.externalId,
      doc: person.rest,
      custom,
      groups: [],
      groups_mark: null,
      managed: true,
      version: row.version,
      created_at: row.created_at,
      changed_at: row.created_at,
    },
    projection,
    201,
  );
}

const isOthers = (error: unknown, column: OthersValue['column']) => error instanceof OthersValue && error.column === column;

type New = { id: string; person: DirectoryPerson; custom: CustomValues; phones: readonly string[]; emails: readonly string[] };

/** The first of these that no found user has; null where there is none. */
const firstFree = (given: readonly string[], column: 'phone' | 'email') =>
  given.length === 0
    ? sql`null::text`
    : sql`(select p.v from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) with ordinality p (v, n)
        where not h.hits @> jsonb_build_array(jsonb_build_object(${column}::text, p.v)) order by p.n limit 1)`;

async function insertUser(scim: ScimContext, wanted: New): Promise<RowOf<typeof outcome>> {
  const [{ rows }] = await orUnique(scim.ctx.database.asApp((db) => [create(db, creation(scim, wanted))]));
  const [row] = rows;
  if (!row) throw taken(`The userName "${wanted.person.userName}" is taken.`);
  return row;
}

/**
 * Checks the token (e), looks for users with the same name or addresses (h, g), and writes the user with everything that belongs to them (w
 * …).
 */
function creation(scim: ScimContext, { id, person, custom, phones, emails }: New): SQL {
  const { address, requestId, tenant } = scim.ctx;
  const named = goesBy(sql`o`, person.userNameKey);
  const rivals = [...emails.map((email) => sql`o.email = ${email}::text`), ...phones.map((phone) => sql`o.phone = ${phone}::text`)];
  const own = JSON.stringify([{ email: emails[0] ?? '', own: true }]);
  const status = person.active ? 'A' : 'D';
  return sql`with e as materialized (select x.tenant, x.token from ${enterScim(scim.directory)} x),
      h as materialized (
        select e.tenant, e.token, (
            select coalesce(jsonb_agg(
                jsonb_build_object('email', o.email, 'phone', o.phone, 'named', ${named}, 'own', o.user_name is null)), '[]')
              from users o where o.tenant_id = e.tenant and o.deleted_at is null and (${sql.join([named, ...rivals], sql` or `)})
          ) as hits
        from e),
      g as materialized (
        select h.tenant, h.token, h.hits @> '[{"named": true}]' as taken, h.hits @> ${own}::jsonb as known,
          ${firstFree(phones, 'phone')} as phone, ${firstFree(emails, 'email')} as email
        from h),
      f as materialized (
        select g.*, g.email is not null and ${person.active}::boolean
          and coalesce((select s.invite from scim_settings s where s.tenant_id = g.tenant), false) as invites
        from g),
      w as (
        insert into users (tenant_id, id, email, name, sort_key, profile, status, status_at, language, phone, department, "position",
          custom, invited_at, user_name, user_name_key, external_id, scim, scim_at, scim_token_id)
        select f.tenant, ${id}::uuid, coalesce(f.email, ${placeholder(id)}), ${person.name}, ${person.sortKey},
          ${firstProfile[tenant.kind]}, ${status}, app.now(), ${person.language}, f.phone, ${person.department}, ${person.position},
          ${JSON.stringify(custom)}::jsonb, case when f.invites then app.now() end, ${person.userName}, ${person.userNameKey},
          ${person.externalId}, ${JSON.stringify(person.rest)}::jsonb, app.now(), f.token
        from f where not f.taken and not f.known
        returning tenant_id, id, name, email, phone, profile, status, department, "position", language, version, created_at),
      i as (
        insert into outbox (tenant_id, kind, body)
        select w.tenant_id, 'account.invite', jsonb_build_object('user_id', w.id) from w, f where f.invites),
      a as (
        ${auditEach(
          { address, requestId },
          {
            what: 'user.add',
            row: sql`w.id`,
            facts: {
              after: {
                name: sql`w.name`,
                email: sql`w.email`,
                phone: sql`w.phone`,
                profile: sql`w.profile`,
                status: sql`w.status`,
                department: sql`w.department`,
                position: sql`w."position"`,
                language: sql`w.language`,
              },
              scim: true,
            },
            tenant: sql`w.tenant_id`,
            from: sql`w, f`,
          },
        )}),
      ${logged(scim, { method: 'POST', kind: 'User', status: 201 }, sql`w x, f`, {
        token: sql`f.token`,
        tenant: sql`f.tenant`,
        code: sql`case when f.email is null and ${person.emails.length > 0}::boolean then 'email_taken' end`,
      })}
    select f.taken, f.known, f.invites as invited, w.email, w.version, w.created_at from f left join w on true`;
}
