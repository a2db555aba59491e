import { sql } from 'drizzle-orm';
import { raw, typed } from '../../db/raw.ts';
import type { ObservedState } from '../../domain/capacity/desired.ts';
import { ledgerHours } from '../../domain/capacity/ledger.ts';
import {
  asksForRefreshes,
  type Demand,
  decide,
  isDecided,
  isWokenOften,
  type LogDraft,
  type Looked,
  nextLook,
  type Operation,
  retryAt,
  type Sight,
  type Stored,
  settle,
} from '../../domain/capacity/look.ts';
import { budgetNews, closedHours, getCents, getHour, monthSpan } from '../../domain/capacity/money.ts';
import { windowsAround } from '../../domain/capacity/shifts.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import { logLine } from '../../functions/request/log.ts';
import { newId } from '../../functions/services/ids.ts';
import type { Tick } from '../tick.ts';
import { type Claimed, type CountedDemand, demandRow, getDemand, getLog, toStored } from './capacity-claim.ts';
import { letIn, tellBudget, tellWakes } from './capacity-news.ts';
import { type Azure, getAzure, type Model, see } from './capacity-sight.ts';

// Longer than a message may take.
const lease = '90 seconds';
const claimCapacity = raw('scheduled.claim_capacity', { claimed: typed<Claimed | null>('jsonb?') });
const readDemand = raw('scheduled.capacity_demand', { demand: typed<CountedDemand | null>('jsonb?') });
const readModels = raw('scheduled.capacity_models', { models: typed<Model[]>('jsonb') });
const recordObserved = raw('scheduled.record_observed', { next: 'text?' });

/** Whether to look again: soon while it changes, at once where something was asked of it since. */
export type Follow = 'no' | 'soon' | 'at once';
type Row = Record<string, unknown>;
type Settled = ReturnType<typeof settle>;
/** One look: what was stored, seen and settled, and what is decided. */
type Look = { tick: Tick; claimed: Claimed; stored: Stored; sight: Sight; settled: Settled; demand: Demand; looked: Looked | null };

/** Claims a capacity that is due, sees what it does, decides, records it and asks Azure for at most one change. */
export async function lookAt(tick: Tick, id: string, isAgain: boolean): Promise<Follow> {
  const [{ rows: claims }, { rows: counts }] = await tick.database.withJob(null, (db) => [
    claimCapacity(db, sql`select app.claim_capacity(${id}::uuid, ${lease}::interval, ${String(isAgain)}::boolean) as claimed`),
    readDemand(db, sql`select app.capacity_demand(${id}::uuid) as demand`),
  ]);
  const [claimed, counted] = [claims[0]?.claimed, counts[0]?.demand];
  if (!claimed || !counted) return 'no';
  try {
    return await lookNow(tick, claimed, counted);
  } catch (error) {
    // Another look has it, or it was released: its row says what comes next.
    if (error instanceof AppError && error.code === 'changed_meanwhile') return 'no';
    throw error;
  }
}

async function lookNow(tick: Tick, claimed: Claimed, counted: CountedDemand): Promise<Follow> {
  const now = tick.at;
  const stored = toStored(claimed);
  const azure = await getAzure(tick, claimed);
  const sight = await see(azure, stored);
  const moment = { now, windows: windowsAround(claimed.shifts, now, claimed) };
  const settled = settle(stored, sight, moment);
  const money = getMoney(claimed, now);
  const decided = (demand: Demand): Look => {
    const looked = 'problem' in sight ? null : decide({ stored, settled, acts: claimed.acts }, sight, demand, moment);
    return { tick, claimed, stored, sight, settled, demand, looked };
  };
  const budgetUntil = money.news.isSpent && claimed.budget_stop ? monthSpan(money.news.month, claimed.zone).until : null;
  let look = decided(getDemand(counted, claimed, now, budgetUntil));
  if (azure && ((look.looked && asksForRefreshes(look.looked)) || settled.override?.finished)) {
    const listed = await azure.refreshes();
    const refreshes = listed ?? (await azure.getRefreshes(await getModels(tick, claimed.id)));
    look = decided({ ...look.demand, refreshes, areRefreshesHidden: listed === null });
  }
  const call = azure && look.looked?.call ? look.looked.call : null;
  const row: Row = { ...getRow(look, call), ...money.row };
  const log = [...settled.log, ...(look.looked?.log ?? []), ...money.news.shares.map((share) => budgetEntry(look, share))];
  const isOften = isWokenOften(log, look.demand.wakes);
  const demand = demandRow(look.demand, counted, now);
  const next = await record(look, row, { log, hours: money.hours, demand, shares: money.news.shares, isOften, isLast: call === null });
  if (azure && call) return change(look, azure, call, row);
  if (row.observed_state === 'running') await letIn(tick, claimed.id, counted.telling);
  return decideFollow(row, next, now, look.demand);
}

/** What the log says of a share of the budget that is announced. */
const budgetEntry = ({ sight, stored, claimed }: Look, share: number): LogDraft => {
  const isSeen = !('problem' in sight);
  return {
    ...{ what: 'budget', cause: 'budget', vars: { percent: String(share) } },
    isOn: isSeen ? sight.state === 'running' : (stored.last?.isOn ?? false),
    size: isSeen ? sight.size : (claimed.observed_size ?? stored.baseSize),
  };
};

/** The models whose refreshes the owner's account can read, where the service doesn't list what runs. */
async function getModels({ database }: Tick, id: string): Promise<Model[]> {
  const [{ rows }] = await database.withJob(null, (db) => [readModels(db, sql`select app.capacity_models(${id}::uuid) as models`)]);
  return rows[0]?.models ?? [];
}

/** A pause is followed only where someone waits for it to end, because the capacity starts again then. */
const decideFollow = ({ operation }: Row, next: Date, now: Date, { waiters }: Demand): Follow => {
  if (operation === 'resume' || operation === 'resize' || (operation === 'suspend' && waiters > 0)) return 'soon';
  return next <= now ? 'at once' : 'no';
};

/** Money as far as it is known. */
const getSum = (cents: readonly (number | null)[]): number => cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/** The hours of the ledger to write, what the month has cost until now, and the shares of the budget to announce. */
function getMoney(claimed: Claimed, now: Date) {
  const { prices, zone } = claimed;
  const log = getLog(claimed.log);
  const since = new Date(claimed.hours_until ?? claimed.created_at);
  const hours = closedHours(log, since, now, prices);
  const open = ledgerHours(log, getHour(now) > since ? getHour(now) : since, now, prices);
  const spent = claimed.closed_cents + getSum(hours.map((row) => getCents(row, prices))) + getSum(open.map(({ cents }) => cents));
  const news = budgetNews(spent, { cents: claimed.budget_cents, told: claimed.budget_told, month: claimed.budget_month }, now, zone);
  const until = getHour(now) > since ? getHour(now).toISOString() : claimed.hours_until;
  return { hours, news, row: { budget_told: news.told, budget_month: news.month, hours_until: until } };
}

/** Once Azure has accepted a pause, reports fail on it, although Azure may still show it running. */
const duringChange = (state: ObservedState, operation: Operation | undefined): ObservedState =>
  operation === 'suspend' && state === 'running' ? 'stopping' : state;

/** The columns that a look writes. */
function getRow({ tick, claimed, stored, sight, settled, demand, looked }: Look, call: Operation | null): Row {
  const now = tick.at;
  const isSeen = !('problem' in sight);
  const isPending = settled.operation !== null;
  const decision = looked &&
    isDecided(settled, sight) && {
      ...{ desired_state: looked.state, desired_size: looked.size, reason: looked.winner, reason_vars: looked.vars },
      ...{ reason_until: looked.until?.toISOString() ?? null, pause_at: looked.pauseAt?.toISOString() ?? null },
      ...{ stop_at: looked.stopAt?.toISOString() ?? null, force_notice: looked.forceNotice },
    };
  const hasProblem = settled.problem !== null && settled.problem === stored.problem;
  const look = { isChanging: isPending || call !== null, hasProblem, isWaited: demand.waiters > 0 };
  return {
    ...{
      observed_state: isSeen ? duringChange(sight.state, settled.operation?.kind) : 'unknown',
      observed_size: isSeen ? sight.size : claimed.observed_size,
    },
    ...{ observed_at: isSeen ? now.toISOString() : undefined, problem: call ? stored.problem : settled.problem },
    ...{ started_at: settled.startedAt?.toISOString() ?? null, wake_seconds: settled.wakeSeconds, override: settled.override },
    ...{ operation: call ?? settled.operation?.kind ?? null, operation_at: (call ? now : settled.operation?.at)?.toISOString() ?? null },
    ...decision,
    ...{ retry_at: isSeen ? null : retryAt(now, sight).toISOString(), next_look_at: nextLook(now, looked, look).toISOString() },
  };
}

type Written = {
  log: readonly LogDraft[];
  hours?: ReturnType<typeof closedHours>;
  demand?: ReturnType<typeof demandRow>;
  shares?: readonly number[];
  isOften?: boolean;
  isLast: boolean;
};

/** Writes a look in one transaction of the owner's unit, with its notices. Returns when the capacity is looked at next. */
async function record(
  { tick, claimed }: Look,
  row: Row,
  { log, hours = [], demand, shares = [], isOften = false, isLast }: Written,
): Promise<Date> {
  const now = tick.at;
  const owner = claimed.owner_tenant_id;
  const entries = log.map(({ what, isOn, size, cause, vars }, index) => {
    const at = new Date(now.getTime() + index);
    const byUser = cause === 'override' && what !== 'problem' ? (claimed.override?.userId ?? null) : null;
    return { id: newId(at.getTime()), at: at.toISOString(), what, is_on: isOn, size, cause, vars, by_user_id: byUser };
  });
  const closed = hours.map(({ centsPerHour, ...each }) => ({ ...each, cents_per_hour: centsPerHour }));
  const results = await tick.database.withJob(owner, (db) => [
    recordObserved(
      db,
      sql`select app.record_observed(${claimed.id}::uuid, ${claimed.taken_until}::timestamptz, ${JSON.stringify(row)}::jsonb,
        ${JSON.stringify(claimed.override)}::jsonb, ${JSON.stringify(entries)}::jsonb, ${JSON.stringify(closed)}::jsonb,
        ${JSON.stringify(demand ?? null)}::jsonb, ${String(isLast)}::boolean)::text as next`,
    ),
    ...shares.map((share) => tellBudget(db, claimed, share)),
    ...(isOften ? [tellWakes(db, claimed)] : []),
  ]);
  for (const { what, cause } of log) logLine('info', 'capacity', { id: claimed.id, what, cause, at: now.toISOString() });
  return new Date(results[0].rows[0]?.next ?? now);
}

/**
 * Asks Azure for the change that was recorded. Where it is refused nothing is under way, and the log says why once; `kept` is the problem
 * of a size that was refused before the start.
 */
async function change(look: Look, azure: Azure, call: Operation, row: Row, kept: string | null = null): Promise<Follow> {
  const { tick, stored, demand, looked, sight } = look;
  const refusal = await azure.change(call, looked?.size ?? null);
  if (!refusal) {
    const state = 'problem' in sight ? {} : { observed_state: duringChange(sight.state, call) };
    const next = await record(look, { ...row, ...state, problem: kept }, { log: [], isLast: true });
    return decideFollow(row, next, tick.at, demand);
  }
  const { problem } = refusal;
  const instead = call === 'resize' && problem !== 'throttled' ? (looked?.instead ?? null) : null;
  const retry = retryAt(tick.at, refusal);
  const again = nextLook(tick.at, looked, { isChanging: false, hasProblem: stored.problem === problem, isWaited: demand.waiters > 0 });
  const isNew = stored.problem !== problem && !('problem' in sight);
  const entry = isNew
    ? [{ what: 'problem' as const, isOn: sight.state === 'running', size: sight.size, cause: problem, vars: { call } }]
    : [];
  if (instead) {
    const other = { ...row, problem, operation: instead };
    await record(look, other, { log: entry, isLast: false });
    return change({ ...look, stored: { ...stored, problem } }, azure, instead, other, problem);
  }
  await record(
    look,
    { ...row, problem, operation: null, operation_at: null, next_look_at: again.toISOString(), retry_at: retry.toISOString() },
    { log: entry, isLast: true },
  );
  return 'no';
}
