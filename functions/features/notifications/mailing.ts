import { type SQL, sql } from 'drizzle-orm';
import type { Audience } from '../../../domain/mailings/audience.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';

/** An audience whose values are SQL expressions. */
type AsSql<A> = A extends { type: infer Type } ? { type: Type } & { [Name in Exclude<keyof A, 'type'>]: SQL } : never;

type Mailing = {
  kind: NotificationKind;
  /** The id of the subject, and the relation that the other expressions read; without a row there is no mailing. */
  source: SQL;
  from: SQL;
  audience: AsSql<Audience>;
  vars: SQL;
  link: SQL;
  /** Notifies again when the same subject changes again. People not yet notified of the former change only get the new one. */
  again?: boolean;
};

const getAudience = ({ type, ...rest }: Mailing['audience']): SQL =>
  sql`jsonb_build_object(${sql.join(
    [sql`'type', ${type}::text`, ...Object.entries<SQL>(rest).map(([name, value]) => sql`${name}::text, ${value}`)],
    sql`, `,
  )})`;

/**
 * The CTE that queues a notification to many people, for the single write statement of a verb or a job: one row, whatever the size of the
 * audience. A job then notifies each person (functions/features/mailings), checking the audience again. After the statement, the verb calls
 * `wakeMailings(ctx)`.
 *
 * ```ts
 * sql`with w as (update maintenance m … returning m.*), ${mailing('told', {
 *   kind: 'maintenance_changed', source: sql`m.id`, from: sql`w m`, audience: { type: 'window', id: sql`m.id` }, vars: …, link: …,
 * })} select …`
 * ```
 */
export function mailing(name: string, { kind, source, from, audience, vars, link, again = false }: Mailing): SQL {
  const conflict = again
    ? sql`update set id = excluded.id, audience = excluded.audience, vars = excluded.vars, link = excluded.link,
        by_user_id = excluded.by_user_id, state = 'queued', cursor_user_id = null, told = 0, mailed = 0, taken_until = null,
        created_at = app.now()`
    : sql`nothing`;
  return sql`${sql.identifier(name)} as (insert into mailings (kind, source_id, audience, vars, link)
      select ${kind}::text, ${source}, ${getAudience(audience)}, ${vars}, ${link} from ${from}
      on conflict (tenant_id, kind, source_id) do ${conflict} returning id)`;
}
