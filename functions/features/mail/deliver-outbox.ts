import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import type { Env } from '../../http/env.ts';
import { describeError, logLine } from '../../http/log.ts';
import { accountMail, isAccountEffect } from './account-mail.ts';
import { deliverOne, type Outcome } from './deliver-one.ts';
import { type DueRow, dueMail, dueRows } from './due-mail.ts';

const perClaim = 20;
const lease = '5 minutes';
const atOnce = 4;
/** After this no new mail is begun: the lease of what was claimed still holds. */
const budgetMs = 150_000;

type Claim = { tenant_id: string; id: string };
export type Delivery = { env: Env; database: Database; now(): number };

/**
 * Delivers what is due in the outbox: of one tenant when a message says so, of all when cron asks. Claimed under a lease, so that
 * two at once never take the same row and a Worker that is killed gives its rows back.
 */
export async function deliverOutbox(delivery: Delivery, tenant: string | null): Promise<Record<string, number>> {
  const until = delivery.now() + budgetMs;
  const counts: Record<string, number> = { claimed: 0 };
  for (;;) {
    const claims = await claim(delivery.database, tenant);
    counts.claimed = (counts.claimed ?? 0) + claims.length;
    const tenants = Map.groupBy(claims, (one) => one.tenant_id);
    await runSome([...tenants], async ([tenantId, ofTenant]) => {
      const outcomes = await deliverOf(
        delivery,
        tenantId,
        ofTenant.map((one) => one.id),
        until,
      );
      for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    });
    if (claims.length < perClaim || delivery.now() > until) return counts;
  }
}

async function claim(database: Database, tenant: string | null): Promise<Claim[]> {
  const [result] = await database.withJob(tenant, (db) => [
    db.execute(
      tenant
        ? sql`update outbox o set taken_until = app.now() + ${lease}::interval from (select c.tenant_id, c.id from outbox c
            where c.due_at <= app.now() and (c.taken_until is null or c.taken_until < app.now()) order by c.due_at limit ${perClaim} for update skip locked) c
          where o.tenant_id = c.tenant_id and o.id = c.id returning o.tenant_id, o.id`
        : sql`select tenant_id, id from app.claim(${perClaim}, ${lease}::interval)`,
    ),
  ]);
  return rowsOf<Claim>(result);
}

/** The rows of one tenant, one after the other: a server of its own that hangs is waited for once, and holds up nobody else. */
async function deliverOf({ env, database, now }: Delivery, tenantId: string, ids: string[], until: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const [found] = await database.withJob(tenantId, (db) => [db.execute(dueRows(ids))]);
  const rows = rowsOf<DueRow>(found);
  const over: string[] = [];
  let serverIsDown = false;
  for (const row of rows) {
    const mail = isAccountEffect(row.effect) ? await accountMail({ env, database, now }, row) : dueMail(row, env);
    if (!mail) over.push(row.id);
    else if (serverIsDown || now() > until) await giveBack(database, tenantId, row.id);
    else {
      try {
        const { outcome, serverFailed } = await deliverOne({ env, database, now }, mail);
        serverIsDown ||= serverFailed;
        outcomes.push(outcome);
      } catch (error) {
        // The lease ends by itself; the others of this tenant are still tried.
        logLine('error', 'mail_interrupted', { mail: mail.id, ...describeError(error) });
        outcomes.push('interrupted');
      }
    }
  }
  if (over.length > 0)
    await database.withJob(tenantId, (db) => [
      db.execute(sql`delete from outbox where id in (select x::uuid from jsonb_array_elements_text(${JSON.stringify(over)}::jsonb) x)`),
    ]);
  return [...outcomes, ...over.map(() => 'nothing' as const)];
}

const giveBack = (database: Database, tenantId: string, id: string) =>
  database.withJob(tenantId, (db) => [
    db.execute(sql`update outbox set taken_until = null, due_at = app.now() + interval '1 minute' where id = ${id}::uuid`),
  ]);

async function runSome<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
