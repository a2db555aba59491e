import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { mailing } from './mailing.ts';
import { tell } from './tell.ts';

/** More people than this are notified by a mailing, so that no single statement writes a row for each of thousands. */
const maxAtOnce = 100;

/**
 * The CTEs that notify people whose number has no limit, for the single write statement of a job: a few at once, as `tell` does; many by
 * one mailing, which keeps the list of them. `people` selects `user_id`.
 */
export function tellAll(name: string, { people, kind, vars, link }: { people: SQL; kind: NotificationKind; vars: SQL; link: SQL }): SQL {
  const all = sql.identifier(`${name}_people`);
  const few = sql`select p.user_id from ${all} p where (select count(*) from ${all}) <= ${maxAtOnce}::int`;
  const many = sql`(select jsonb_agg(p.user_id) as ids from ${all} p having count(*) > ${maxAtOnce}::int) m`;
  return sql`${all} as materialized (select distinct q.user_id from (${people}) q),
    ${tell(name, { people: few, kind, vars, link })},
    ${mailing(`${name}_mailing`, { kind, source: sql`gen_random_uuid()`, from: many, audience: { type: 'people', ids: sql`m.ids` }, vars, link })}`;
}
