import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { dryRunCapacity, type RuleFields } from '../../../domain/capacity/contract.ts';
import { dryRun } from '../../../domain/capacity/dry-run.ts';
import { rulesWith } from '../../../domain/capacity/edit.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { controlled, decidingRules, getRules, readFacts, readPlan } from './stored-capacity.ts';

const readPast = raw('capacity.past', { past: typed<[number, number, number, number][] | null>('jsonb?') });
const dayMs = 86_400_000;

/** Computes the present and the changed rules over the demand of the last days, as many as there are. */
export const dryRunOneCapacity = bind(dryRunCapacity, async ({ id, ...edit }, ctx) => {
  const now = ctx.clock.now();
  const slotMs = capacityLimits.demandMinutes * 60_000;
  const until = new Date(Math.floor(now / slotMs) * slotMs);
  const earliest = new Date(until.getTime() - capacityLimits.dryRunDays * dayMs);
  const [{ rows }, { rows: plans }, { rows: pasts }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    readPlan(db, id),
    readPast(db, sql`select app.capacity_past(${id}::uuid, ${earliest.toISOString()}::timestamptz) as past`),
  ]);
  const stored = getRules(controlled(rows));
  const demand = (pasts[0]?.past ?? []).map(([at, viewers, work, barred]) => ({ at: new Date(at * 1000), viewers, work, barred }));
  const plan = plans[0]?.plan ?? { zone: ctx.tenant.zone, holidays: [], shifts: [] };
  const from = demand[0]?.at ?? until;
  const outcome = (rules: RuleFields) => {
    const { onSeconds, money, wakes, closedSlots } = dryRun(
      { rules: decidingRules(rules), wakeBy: rules.wakeBy, shifts: plan.shifts, baseSize: rules.baseSize, prices: rules.prices },
      demand,
      { from, until },
      plan,
    );
    return { onSeconds, money, wakes, closedSlots };
  };
  return {
    days: Math.ceil((until.getTime() - from.getTime()) / dayMs),
    current: outcome(stored),
    changed: outcome(rulesWith(stored, edit)),
  };
});
