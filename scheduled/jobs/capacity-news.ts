import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { raw } from '../../db/raw.ts';
import { tell } from '../../functions/features/notifications/index.ts';
import { sendMessage } from '../../functions/request/messages.ts';
import type { Tick } from '../tick.ts';
import type { Claimed } from './capacity-claim.ts';

const tellOfBudget = raw('scheduled.capacity_budget', { n: 'int4' });
const tellOfWakes = raw('scheduled.capacity_wakes', { n: 'int4' });
const tellOfStart = raw('scheduled.capacity_ready', { n: 'int4' });

const administrators = sql`select u.id as user_id from users u
  where u.profile in ('admin', 'master', 'a2m') and u.status in ('A', 'T') and u.deleted_at is null and u.seat is null`;
const linkTo = ({ id }: Claimed) => sql`'/powerbi/resources?id=' || ${id}::text`;

/** Notifies the owner's administrators of a share of the budget that is spent; part of the batch that records it. */
export const tellBudget = (db: Db, claimed: Claimed, share: number) =>
  tellOfBudget(
    db,
    sql`with ${tell('told', {
      people: administrators,
      kind: 'capacity_budget',
      vars: sql`jsonb_build_object('capacity', ${claimed.name}::text, 'percent', ${String(share)}::int)`,
      link: linkTo(claimed),
    })}
    select count(*)::int as n from told`,
  );

/** Notifies them, once a day, that people started it as often within an hour as they may (BEHAVIOUR 2); part of the same batch. */
export const tellWakes = (db: Db, claimed: Claimed) =>
  tellOfWakes(
    db,
    sql`with ${tell('told', {
      people: sql`${administrators} and not exists (select from notifications n
        where n.user_id = u.id and n.created_at > app.now() - interval '1 day' and n.kind = 'capacity_wakes'
          and n.link = ${linkTo(claimed)})`,
      kind: 'capacity_wakes',
      vars: sql`jsonb_build_object('capacity', ${claimed.name}::text)`,
      link: linkTo(claimed),
    })}
    select count(*)::int as n from told`,
  );

/** Notifies the people who asked to hear when the capacity runs, each unit in its own batch; after that they don't wait any more. */
export async function letIn({ at, env, database }: Tick, id: string, units: readonly string[]): Promise<void> {
  for (const tenant of units) {
    await database.withJob(tenant, (db) => [
      tellOfStart(
        db,
        sql`with over as (delete from capacity_waiters w where w.capacity_id = ${id}::uuid and w.tell returning w.user_id, w.report_id),
          ${tell('told', {
            people: sql`select user_id from over`,
            kind: 'report_ready',
            vars: sql`(select jsonb_build_object('report', r.title) from over w join reports r on r.id = w.report_id
              where w.user_id = p.user_id limit 1)`,
            link: sql`(select '/' || w.report_id || case (select t.kind from tenants t where t.id = (select app.tenant_id()))
              when 'platform' then '/management/view' else '/reports/view' end from over w where w.user_id = p.user_id limit 1)`,
          })}
        select count(*)::int as n from over`,
      ),
    ]);
    await sendMessage(env, { kind: 'outbox', tenant, at: at.toISOString() });
  }
}
