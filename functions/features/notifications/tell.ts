import { type SQL, sql } from 'drizzle-orm';
import { getLane } from '../../../domain/mail/lanes.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { nowhere } from '../../services/mail/nowhere.ts';

type News = {
  people: SQL;
  kind: NotificationKind;
  vars: SQL;
  link: SQL;
  /** A file for the mail: `jsonb_build_object('key', <R2 key>, 'name', <file name>, 'type', <media type>)`. */
  attachment?: SQL;
};

/**
 * The CTEs that notify people, for the single write statement of a verb or a job: a row in each inbox, and an outbox row for
 * the mail. `people` selects `user_id`; `vars` and `link` are SQL expressions, so that they can use what the statement itself
 * returns. `name` distinguishes several calls in one statement. After the statement, the verb calls `wakeOutbox(ctx)`, so that
 * the mail leaves at once and not at the next tick of cron.
 *
 * ```ts
 * sql`with w as (update … returning id, user_id), ${tell('told', {
 *   people: sql`select w.user_id from w`, kind: 'catalog_denied', vars: sql`jsonb_build_object('report', …)`, link: sql`'/catalogs'`,
 * })} select …`
 * ```
 */
export function tell(name: string, what: News): SQL {
  const rows = sql.identifier(name);
  const effects = sql.identifier(`${name}_outbox`);
  const body = what.attachment ? sql`jsonb_build_object('id', id, 'attachment', ${what.attachment})` : sql`jsonb_build_object('id', id)`;
  return sql`${rows} as (insert into notifications (id, user_id, kind, vars, link)
      select gen_random_uuid(), p.user_id, ${what.kind}, ${what.vars}, ${what.link}
      from (select distinct q.user_id from (${what.people}) q) p join users u on u.id = p.user_id and u.status in ('A','T')
      returning id, user_id),
    ${effects} as (insert into outbox (kind, body, lane) select 'notification', ${body}, ${getLane(what.kind)}::int from ${rows} r
      where exists (select from users u where u.id = r.user_id and not ${nowhere(sql`u.email`)}))`;
}
