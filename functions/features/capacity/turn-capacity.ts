import { sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { raw, typed } from '../../../db/raw.ts';
import { endOverride, resizeCapacity, resumeCapacity, suspendCapacity } from '../../../domain/capacity/contract.ts';
import { overrideEnd, type StoredOverride } from '../../../domain/capacity/desired.ts';
import { isFree, sizesOfKind } from '../../../domain/capacity/rules.ts';
import { windowsAround } from '../../../domain/capacity/shifts.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { lookSoon } from './look-soon.ts';
import { ownerService } from './owner-account.ts';
import { type ControlledRow, controlled, decidingRules, getRules, type Plan, readFacts, readPlan } from './stored-capacity.ts';

export type Running = { viewers: number; exports: number };
const readRunning = raw('capacity.running', { demand: typed<Running | null>('jsonb?') });
const noteRefused = raw('capacity.pause_refused', { done: 'bool' });

/** Azure can't be asked with an account that is switched off, or for a capacity that is gone: that is said at once. */
const hopeless: readonly (string | null)[] = ['account_disabled', 'not_found'];

/** The capacity with its shifts, for a person who may change it. */
async function toTurn(ctx: SessionContext, id: string) {
  const [{ rows }, { rows: plans }, { rows: demands }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    readPlan(db, id),
    readRunning(db, sql`select app.capacity_demand(${id}::uuid) as demand`),
  ]);
  const row = controlled(rows);
  if (hopeless.includes(row.problem)) throw new AppError('capacity_refused');
  return { row, plan: plans[0]?.plan ?? null, demand: demands[0]?.demand ?? { viewers: 0, exports: 0 } };
}

const getMoment = (ctx: SessionContext, row: ControlledRow, plan: Plan | null) => {
  const now = new Date(ctx.clock.now());
  return { now, rules: decidingRules(getRules(row)), windows: plan ? windowsAround(plan.shifts, now, plan) : [] };
};

type Asked = { state: 'running' | 'paused' | null; size?: string | null; until?: Date | null; finished?: boolean };

/** Stores what is asked for, in the name of the person, and has it looked at. */
async function ask(ctx: SessionContext, id: string, what: string, { state, size = null, until = null, finished = false }: Asked) {
  const end = until?.toISOString() ?? null;
  const kept = sql`app.set_override(${id}::uuid, ${state}, ${size}, ${end}::timestamptz, 'person', null, ${String(finished)}::boolean)`;
  await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    mustHold(db, kept),
    auditedAct(db, ctx, what, id, { ...(end && { until: end }), ...(size && { size }), ...(finished && { finished }) }),
  ]);
  lookSoon(ctx, id);
}

export const resumeOneCapacity = bind(resumeCapacity, async ({ id }, ctx) => {
  const { row, plan } = await toTurn(ctx, id);
  const until = overrideEnd(getMoment(ctx, row, plan));
  await ask(ctx, id, 'capacity.resume', { state: 'running', until });
  return { until: until.toISOString() };
});

/** Refuses a pause while work runs or people look, or while it isn't known whether refreshes run, and records the refusal. */
async function mustBeFree(ctx: SessionContext, row: ControlledRow, demand: Running): Promise<void> {
  const service = row.serviceCapacityId ? await ownerService(ctx, row) : null;
  const refreshes =
    service && row.serviceCapacityId
      ? await service.provider.runningRefreshes(service.account, row.serviceCapacityId).catch(() => null)
      : null;
  if (isFree({ ...demand, refreshes })) return;
  const vars = {
    ...{ refreshes: refreshes === null ? 'unknown' : String(refreshes), exports: String(demand.exports), viewers: String(demand.viewers) },
  };
  await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    noteRefused(db, sql`select true as done from app.note_pause_refused(${row.id}::uuid, ${JSON.stringify(vars)}::jsonb)`),
  ]);
  throw new AppError('capacity_busy', vars);
}

export const suspendOneCapacity = bind(suspendCapacity, async ({ id, when }, ctx) => {
  const { row, plan, demand } = await toTurn(ctx, id);
  if (when === 'free' && row.state !== 'paused') await mustBeFree(ctx, row, demand);
  const until = overrideEnd(getMoment(ctx, row, plan));
  await ask(ctx, id, 'capacity.suspend', { state: 'paused', until, finished: when === 'finished' });
  return { until: until.toISOString() };
});

/**
 * A size stays until something names another one: where a shift holds, which has a size, until that ends; without one the wish is over once
 * it is carried out. It changes no state: a paused capacity may be woken, a running one pauses as its rules say.
 */
export const resizeOneCapacity = bind(resizeCapacity, async ({ id, size }, ctx) => {
  const { row, plan } = await toTurn(ctx, id);
  const sizes: readonly string[] = sizesOfKind[row.kind];
  if (!sizes.includes(size)) throw new AppError('capacity_refused');
  // It joins a state that was asked for, and ends with that.
  const held = row.override?.state ? new Date(row.override.until) : null;
  await ask(ctx, id, 'capacity.resize', { state: null, size, until: held ?? overrideEnd(getMoment(ctx, row, plan)) });
  return { status: 'ok' as const };
});

export const endOneOverride = bind(endOverride, async ({ id, until }, ctx) => {
  const { row } = await toTurn(ctx, id);
  const kept: StoredOverride | null = row.override;
  const end = until && Date.parse(until) > ctx.clock.now() ? new Date(until) : null;
  // A pause that waits for work goes on waiting.
  const moved = kept && end && { state: kept.state, size: kept.size, until: end, finished: kept.finished === true };
  await ask(ctx, id, 'capacity.override', moved ?? { state: null });
  return { status: 'ok' as const };
});
