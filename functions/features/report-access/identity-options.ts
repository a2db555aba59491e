import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { IdentityOptions } from '../../../domain/report-access/fields.ts';

const most = 200;
const shape = {
  roles: typed<IdentityOptions['roles'] | null>('jsonb?'),
  listed: 'bool',
  values: typed<string[] | null>('jsonb?'),
  usual: typed<string[] | null>('jsonb?'),
} as const;
const readOptions = raw('report_access.identity_options', shape);

/**
 * The choices for identities: the roles of a report's model, or of all models here, and the values that existing identities use. If the
 * service listed no roles, those in use stand in. Users' own addresses and templates are left out: they fit only one user.
 */
export const optionsQuery = (db: Db, reportId: string | SQL | null) =>
  readOptions(
    db,
    sql`with listed as (select m.role->>'name' as name, bool_and((m.role->>'open')::boolean) as open
        from reports r cross join lateral jsonb_array_elements(r.model_roles) m (role)
        where jsonb_typeof(r.model_roles) = 'array' and (${reportId}::uuid is null or r.id = ${reportId}::uuid) group by 1),
      used as (select distinct t.role as name from (select unnest(u.rls_roles) as role from users u where u.deleted_at is null
        union all select jsonb_array_elements_text(x.identity->'roles') from grants x where x.identity is not null) t),
      named as (select t.name, t.roles
        from (select u.rls_username as name, to_jsonb(u.rls_roles) as roles from users u where u.deleted_at is null
          union all select x.identity->>'username', x.identity->'roles' from grants x where x.identity is not null) t
        where t.name ~ '\\S' and t.name !~ '[@{]'),
      offered as (select name, open from listed union all select name, null from used where not exists (select from listed)
        order by 1 limit ${most})
    select (select jsonb_agg(l order by l.name) from offered l) as roles, exists (select from listed) as listed,
      (select jsonb_agg(n.name order by n.name) from (select distinct name from named order by 1 limit ${most}) n) as values,
      (select n.roles from named n where jsonb_array_length(n.roles) > 0
        group by n.roles order by count(*) desc, n.roles limit 1) as usual`,
  );

/** Adds the options of fields that may be part of an identity: the models compare their values. */
export function getOptions({ rows: [row] }: { rows: RowOf<typeof shape>[] }, fields: readonly CustomField[]): IdentityOptions {
  const ofFields = fields.filter((field) => field.identity).flatMap(({ options }) => options.filter((option) => !option.retired));
  return {
    roles: row?.roles ?? [],
    listed: row?.listed ?? false,
    usual: row?.usual ?? [],
    values: [...new Set([...ofFields.map(({ value }) => value), ...(row?.values ?? [])])],
  };
}
