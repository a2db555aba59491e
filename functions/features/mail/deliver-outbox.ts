import { inArray } from 'drizzle-orm';
import { outbox } from '../../../db/schema/jobs.ts';
import { allLanes, type Lane } from '../../../domain/mail/lanes.ts';
import { describeError, logLine } from '../../request/log.ts';
import { accountMail, isAccountEffect } from './account-mail.ts';
import { type Claim, claimMail } from './claim-mail.ts';
import type { Claimed, Delivery } from './delivery.ts';
import { type DueMail, dueMail, dueRows, dueTemplates } from './due-mail.ts';
import { type Outcome, sendGroup } from './send-group.ts';

/** No new mail is started after this; mail in progress has until the deadline of the message (domain/jobs/queues.ts). */
const budgetMs = 120_000;
/** No new mail of a claim is started at a unit's own server after this, if the claim has mail for other servers too. */
const shareMs = 15_000;
/** The platform's server among those of a claim; others are named by their tenant. */
const platform = '';

type Wanted = {
  lanes?: readonly Lane[];
  /** Only this tenant. */
  tenant?: string | null;
  /** No mail is started after this time. */
  until?: number;
};

/**
 * Sends due mail of these lanes until none is left or the time is over. Rows are leased, so that two runs never take the same one and a
 * killed Worker's rows become due again. Mail to one server shares a connection. A run uses one server at a time, because a batch runs four
 * messages concurrently (domain/jobs/queues.ts) and a Worker has six connections, of which the database needs some: the platform's server
 * comes first, each other one has a share of the time in every claim, and a failing one is skipped for the rest of the run.
 */
export async function deliverOutbox(delivery: Delivery, wanted: Wanted = {}): Promise<Record<string, number>> {
  const { lanes = allLanes, tenant = null, until = delivery.now() + budgetMs } = wanted;
  const counts: Record<string, number> = { claimed: 0 };
  const count = (outcome: Outcome) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  const down = new Set<string>();
  for (;;) {
    const claims = await claimMail(delivery, lanes, tenant);
    counts.claimed = (counts.claimed ?? 0) + claims.length;
    if (claims.length === 0) return counts;
    const groups = Map.groupBy(await readClaimed(delivery, claims, count), ({ mail }) => mail.server?.tenantId ?? platform);
    let moved = groups.size === 0;
    for (const [server, mails] of [...groups].toSorted(([one], [other]) => Number(one !== platform) - Number(other !== platform))) {
      const hasShare = server !== platform && groups.size > 1;
      const end = hasShare ? Math.min(until, delivery.now() + shareMs) : until;
      try {
        const { outcomes, serverFailed } = await sendGroup(delivery, mails, end, down.has(server));
        if (serverFailed) down.add(server);
        moved ||= outcomes.some((outcome) => outcome !== 'later');
        outcomes.forEach(count);
      } catch (error) {
        // The leases expire; mail of the other servers still goes out.
        logLine('error', 'mail_interrupted', { server, mails: mails.length, ...describeError(error) });
        down.add(server);
      }
    }
    // If all due mail waits for failing servers, the next run tries again.
    if (!moved || delivery.now() > until) return counts;
  }
}

/** The mails of claimed rows, in order of lane; rows that need no mail are deleted. */
async function readClaimed(delivery: Delivery, claims: readonly Claim[], count: (outcome: Outcome) => void): Promise<Claimed[]> {
  const claimedAt = delivery.now();
  const found: (Claimed & { place: number })[] = [];
  const keep = (mail: DueMail, id: string) => {
    const place = claims.findIndex((claim) => claim.id === id);
    const claim = claims[place];
    if (claim) found.push({ mail, lane: claim.lane, at: claimedAt + claim.waitMs, place });
  };
  for (const [tenantId, ofTenant] of Map.groupBy(claims, (claim) => claim.tenantId)) {
    try {
      await readOfTenant(delivery, [tenantId, ofTenant], keep, count);
    } catch (error) {
      // The unit may have just been deleted for good. The leases expire; mail of the other tenants still goes out.
      logLine('error', 'mail_interrupted', { tenant: tenantId, mails: ofTenant.length, ...describeError(error) });
      count('interrupted');
    }
  }
  return found.sort((one, other) => one.lane - other.lane || one.place - other.place);
}

async function readOfTenant(
  delivery: Delivery,
  [tenantId, claims]: [string, readonly Claim[]],
  keep: (mail: DueMail, id: string) => void,
  count: (outcome: Outcome) => void,
): Promise<void> {
  const { database, env } = delivery;
  const ids = claims.map(({ id }) => id);
  const [rows, templates] = await database.withJob(tenantId, (db) => [dueRows(db, ids), dueTemplates(db, ids)]);
  const over: string[] = [];
  for (const row of rows) {
    try {
      const mail = isAccountEffect(row.effect) ? await accountMail(delivery, row) : dueMail(row, templates, env);
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
