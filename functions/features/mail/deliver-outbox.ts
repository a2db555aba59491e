import { inArray } from 'drizzle-orm';
import { outbox } from '../../../db/schema/records.ts';
import { allLanes, type Lane } from '../../../domain/mail/lanes.ts';
import { describeError, logLine } from '../../http/log.ts';
import { accountMail, isAccountEffect } from './account-mail.ts';
import { type Claim, claimMail } from './claim-mail.ts';
import type { Claimed, Delivery } from './delivery.ts';
import { type DueMail, dueMail, dueRows } from './due-mail.ts';
import { type Outcome, sendGroup } from './send-group.ts';

/** No new mail is started after this; mail in progress has until the deadline of the message (domain/jobs/queues.ts). */
const budgetMs = 120_000;
/** Concurrent mail servers: a Worker has six connections, and the database needs some. */
const serversAtOnce = 3;

type Wanted = {
  lanes?: readonly Lane[];
  /** Only this tenant. */
  tenant?: string | null;
  /** No mail is started after this time. */
  until?: number;
  /** Concurrent mail servers; fewer if several runs share the connections of one Worker. */
  atOnce?: number;
};

/**
 * Sends due mail of these lanes until none is left or the time is over. Rows are leased, so that two runs never take the same one and a killed
 * Worker's rows become due again. Mail to one server shares a connection; servers don't wait for each other, and a failing server is skipped for
 * the rest of the run.
 */
export async function deliverOutbox(delivery: Delivery, wanted: Wanted = {}): Promise<Record<string, number>> {
  const { lanes = allLanes, tenant = null, until = delivery.now() + budgetMs, atOnce = serversAtOnce } = wanted;
  const counts: Record<string, number> = { claimed: 0 };
  const count = (outcome: Outcome) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  const down = new Set<string>();
  for (;;) {
    const claims = await claimMail(delivery, lanes, tenant);
    counts.claimed = (counts.claimed ?? 0) + claims.length;
    if (claims.length === 0) return counts;
    const groups = Map.groupBy(await readClaimed(delivery, claims, atOnce, count), ({ mail }) => mail.server?.tenantId ?? '');
    let moved = groups.size === 0;
    await runSome([...groups], atOnce, async ([server, mails]) => {
      try {
        const { outcomes, serverFailed } = await sendGroup(delivery, mails, until, down.has(server));
        if (serverFailed) down.add(server);
        moved ||= outcomes.some((outcome) => outcome !== 'later');
        outcomes.forEach(count);
      } catch (error) {
        // The leases expire; mail of the other servers still goes out.
        logLine('error', 'mail_interrupted', { server, mails: mails.length, ...describeError(error) });
        down.add(server);
      }
    });
    // If all due mail waits for failing servers, the next run tries again.
    if (!moved || delivery.now() > until) return counts;
  }
}

/** The mails of claimed rows, in order of lane; rows that need no mail are deleted. */
async function readClaimed(
  delivery: Delivery,
  claims: readonly Claim[],
  atOnce: number,
  count: (outcome: Outcome) => void,
): Promise<Claimed[]> {
  const claimedAt = delivery.now();
  const found: (Claimed & { place: number })[] = [];
  const keep = (mail: DueMail, id: string) => {
    const place = claims.findIndex((claim) => claim.id === id);
    const claim = claims[place];
    if (claim) found.push({ mail, lane: claim.lane, at: claimedAt + claim.waitMs, place });
  };
  await runSome([...Map.groupBy(claims, ({ tenantId }) => tenantId)], atOnce, async ([tenantId, ofTenant]) => {
    try {
      await readOfTenant(delivery, [tenantId, ofTenant], keep, count);
    } catch (error) {
      // The unit may have just been deleted for good. The leases expire; mail of the other tenants still goes out.
      logLine('error', 'mail_interrupted', { tenant: tenantId, mails: ofTenant.length, ...describeError(error) });
      count('interrupted');
    }
  });
  return found.sort((one, other) => one.lane - other.lane || one.place - other.place);
}

async function readOfTenant(
  delivery: Delivery,
  [tenantId, claims]: [string, readonly Claim[]],
  keep: (mail: DueMail, id: string) => void,
  count: (outcome: Outcome) => void,
): Promise<void> {
  const { database, env } = delivery;
  const [rows] = await database.withJob(tenantId, (db) => [
    dueRows(
      db,
      claims.map(({ id }) => id),
    ),
  ]);
  const over: string[] = [];
  for (const row of rows) {
    try {
      const mail = isAccountEffect(row.effect) ? await accountMail(delivery, row) : dueMail(row, env);
      if (mail) keep(mail, row.id);
      else over.push(row.id);
    } catch (error) {
      // The lease expires; the tenant's other rows are still tried.
      logLine('error', 'mail_interrupted', { mail: row.id, ...describeError(error) });
      count('interrupted');
    }
  }
  if (over.length === 0) return;
  for (const _ of over) count('nothing');
  await database.withJob(tenantId, (db) => [db.delete(outbox).where(inArray(outbox.id, over))]);
}

async function runSome<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
