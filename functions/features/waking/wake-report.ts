import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { getWait } from '../../../domain/capacity/waiting.ts';
import { wakeReport } from '../../../domain/capacity/waking-contract.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { lookSoon, wakeCapacity } from '../capacity/index.ts';
import { capacityToWake, presentWait, seenReport, waitFacts } from './facts.ts';

const writeWait = raw('capacity.wait', { woken: 'bool', waiters: 'int4' });

type Wait = { capacity: string; report: string; tell: boolean; isAgain: boolean };

/** Notes that this person waits, and lets the reconciler look now. A report that fails again begins another wait. */
const wait = (db: Db, { capacity, report, tell, isAgain }: Wait) =>
  writeWait(
    db,
    sql`with w as (insert into capacity_waiters (capacity_id, report_id, tell) values (${capacity}::uuid, ${report}::uuid, ${tell}::boolean)
        on conflict (tenant_id, capacity_id, user_id) do update set report_id = excluded.report_id,
          tell = excluded.tell or capacity_waiters.tell,
          asked_at = case when ${isAgain}::boolean then excluded.asked_at else capacity_waiters.asked_at end
        returning user_id)
      select app.wake(${capacity}::uuid) as woken, (select count(*)::int from w) as waiters`,
  );

const noteClosed = raw('capacity.note_closed', { counted: 'bool' });

/**
 * Waits for the capacity of a report, and wakes it if the caller may (BEHAVIOUR 2): one start serves everyone. A view-only visit waits
 * without being counted. Who finds it closed is demand all the same, for dry runs. Two trips: what decides, then the wait.
 */
export const wakeOneReport = bind(wakeReport, async ({ id, tell }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [seen, found] = await ctx.database.withTenant(entry, (db) => [seenReport(db, ctx, id), capacityToWake(db, id)]);
  const [report] = seen.rows;
  if (!report) throw new AppError('not_found');
  const now = ctx.clock.now();
  const [row] = found.rows;
  if (!row) return presentWait(row, report, now);
  const facts = waitFacts(row, now);
  const before = getWait(facts, new Date(now));
  const isLooking = before.wakes || before.state === 'starting' || before.state === 'running';
  if (ctx.session.acting?.reach === 'view') return presentWait(row, report, now);
  if (!isLooking) {
    const isClosed = before.state === 'closed' || before.state === 'not_allowed';
    const isBarred = facts.wakeBy === 'flagged' && !facts.isFlagged;
    if (isClosed)
      await ctx.database.withTenant(entry, (db) => [
        noteClosed(db, sql`select app.note_closed(${row.id}::uuid, ${id}::uuid, ${String(isBarred)}::boolean) as counted`),
      ]);
    return presentWait(row, report, now);
  }
  // Who may not wake it can still say that it doesn't run as it was seen to.
  if (!before.wakes && before.state === 'running') {
    await ctx.database.withTenant(entry, (db) => [wakeCapacity(db, row.id)]);
    lookSoon(ctx, row.id);
    return presentWait(row, report, now);
  }
  // Seen running, and yet its report failed: it counts as running again once it was seen after this moment.
  const isAgain = facts.askedAt === null || before.state === 'running' || before.state === 'failed';
  await ctx.database.withTenant(entry, (db) => [wait(db, { capacity: row.id, report: id, tell: isOn(tell), isAgain })]);
  lookSoon(ctx, row.id);
  const asked = isAgain ? new Date(now).toISOString() : row.asked_at;
  const waiters = row.waiters + (facts.askedAt === null ? 1 : 0);
  const after = { ...row, asked_at: asked, waiters, tell: row.tell || isOn(tell) };
  return { ...presentWait(after, report, now), tell: toFlag(after.tell) };
});
