import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { mailings } from '../../../db/schema/notifications.ts';
import { getLane } from '../../../domain/mail/lanes.ts';
import { mailedByDefault } from '../../../domain/notifications/kinds.ts';
import { isMailedAnyway } from '../../../domain/notifications/preferences.ts';
import { isNotificationKind } from '../../../domain/notifications/words.ts';
import { describeError, logLine } from '../../request/log.ts';
import { nowhere } from '../../services/mail/nowhere.ts';
import { meantBy } from './audiences.ts';

const perClaim = 10;
const perStep = 500;
const lease = '1 minute';
const budgetMs = 45_000;
/** Failed steps after which a run leaves a mailing to the next one. */
const maxFailures = 3;

const claimMailings = raw('mailings.claim', { tenant_id: 'uuid', id: 'uuid' });
const tellSome = raw('mailings.tell', { state: 'text', told: 'int4', mailed: 'int4' });

type FanOut = { database: Database; now(): number };
type Wanted = { tenant?: string | null; until?: number };
export type FannedOut = { mailings: number; told: number; mailed: number };

/**
 * Notifies the people of each mailing, 500 at a time, until none is left or the time is over. A step is one transaction that moves the
 * mailing's cursor, so it can be interrupted and repeated; concurrent steps wait for each other's row lock, and no user is notified twice.
 */
export async function fanOutMailings(
  { database, now }: FanOut,
  { tenant = null, until = now() + budgetMs }: Wanted = {},
): Promise<FannedOut> {
  const counts: FannedOut = { mailings: 0, told: 0, mailed: 0 };
  for (;;) {
    const [{ rows: claims }] = await database.withJob(null, (db) => [
      claimMailings(db, sql`select tenant_id, id from app.claim_mailings(${perClaim}::int, ${lease}::interval, ${tenant}::uuid)`),
    ]);
    counts.mailings += claims.length;
    // One step of each mailing in turn, so that a large one doesn't delay small ones.
    const failures = new Map<string, number>();
    let open = claims;
    while (open.length > 0 && now() <= until) {
      const goOn: typeof open = [];
      for (const claim of open) {
        try {
          const done = await step(database, claim.tenant_id, claim.id);
          counts.told += done?.told ?? 0;
          counts.mailed += done?.mailed ?? 0;
          if (done?.state === 'running') goOn.push(claim);
        } catch (error) {
          logLine('error', 'mailing_interrupted', { mailing: claim.id, ...describeError(error) });
          const failed = (failures.get(claim.id) ?? 0) + 1;
          failures.set(claim.id, failed);
          // A step can be repeated, so a database that was away for a moment costs no minute. Then the lease expires.
          if (failed < maxFailures) goOn.push(claim);
        }
      }
      open = goOn;
    }
    for (const { tenant_id, id } of open) await release(database, tenant_id, id);
    if (claims.length < perClaim || now() > until) return counts;
  }
}

/** Releases a mailing for the next run. */
const release = (database: Database, tenant: string, id: string) =>
  database.withJob(tenant, (db) => [db.update(mailings).set({ takenUntil: null }).where(eq(mailings.id, id))]);

/**
 * Notifies the next people of a mailing; null if it is gone. A mailing of a kind unknown to this version is left to the newer deployment.
 */
async function step(database: Database, tenant: string, id: string) {
  const [[mailing]] = await database.withJob(tenant, (db) => [
    db.select({ kind: mailings.kind, audience: mailings.audience }).from(mailings).where(eq(mailings.id, id)),
  ]);
  const kind = mailing?.kind ?? '';
  if (!isNotificationKind(kind)) return null;
  const meant = meantBy(mailing?.audience, kind);
  if (!meant) return null;
  const chosen = sql`case u.preferences->'mail'->>${kind}::text when 'true' then true when 'false' then false end`;
  const wanted = sql`coalesce(${chosen}, ${mailedByDefault.includes(kind)}::boolean)`;
  const unitSends = isMailedAnyway(kind)
    ? sql`true`
    : sql`exists (select from settings s where s.tenant_id = u.tenant_id and s."values"->>'send_email_notification' = 'S')`;
  const message = kind === 'announcement' ? sql`m.source_id` : sql`null::uuid`;
  const isLast = sql`(select count(*) from page) < ${perStep}::int`;
  const [{ rows: done }] = await database.withJob(tenant, (db) => [
    tellSome(
      db,
      sql`with m as materialized (select x.* from mailings x where x.id = ${id}::uuid and x.state in ('queued', 'running')
            and exists (select from tenants t where t.id = x.tenant_id and t.deleted_at is null
              and (t.status = 'A' or (t.status = 'T' and coalesce(t.trial_ends_at > app.now(), true)))) for update of x),
          page as materialized (select p.id from m, lateral (select u.id from users u where u.tenant_id = m.tenant_id
            and u.id > coalesce(m.cursor_user_id, '00000000-0000-0000-0000-000000000000'::uuid) order by u.id limit ${perStep}::int) p),
          people as materialized (select u.id, (${wanted}) and (${unitSends}) and coalesce((m.vars->>'mail')::boolean, true)
              and not ${nowhere(sql`u.email`)} as mailed
            from page p join users u on u.id = p.id, m
            where u.status in ('A','T') and u.deleted_at is null and u.id is distinct from m.by_user_id and ${meant}),
          told as (insert into notifications (id, user_id, kind, vars, link, mailing_id, message_id)
            select gen_random_uuid(), p.id, m.kind, m.vars, m.link, m.id, ${message} from people p, m
            on conflict (tenant_id, mailing_id, user_id) where mailing_id is not null do nothing returning id, user_id),
          sent as (insert into outbox (kind, body, lane) select 'notification', jsonb_build_object('id', t.id), ${getLane(kind)}::int
            from told t join people p on p.id = t.user_id where p.mailed returning 1)
        update mailings w set state = case when ${isLast} then 'done' else 'running' end,
            cursor_user_id = coalesce((select id from page order by id desc limit 1), w.cursor_user_id),
            told = w.told + (select count(*)::int from told), mailed = w.mailed + (select count(*)::int from sent),
            taken_until = case when ${isLast} then null else app.now() + ${lease}::interval end
          from m where w.id = m.id returning w.state, (select count(*)::int from told) as told, (select count(*)::int from sent) as mailed`,
    ),
  ]);
  return done[0] ?? null;
}
