import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { Holiday } from '../../../domain/automatic-actions/calendar-days.ts';
import type { CapacityFacts, RuleFields } from '../../../domain/capacity/contract.ts';
import type { CapacityRules, StoredOverride } from '../../../domain/capacity/desired.ts';
import type { StoredRules } from '../../../domain/capacity/edit.ts';
import { type RuleFlag, ruleFields, ruleFlags } from '../../../domain/capacity/fields.ts';
import type { Shift } from '../../../domain/capacity/shifts.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';

/** What everyone who reaches a capacity gets of `app.capacity_facts`. */
type Known = {
  id: string;
  armId: string;
  name: string;
  kind: 'embedded' | 'fabric';
  resourceGroup: string;
  region: string;
  serviceCapacityId: string | null;
  controls: boolean;
  owner: string | null;
  ownedByOther: boolean;
  state: CapacityFacts['state'];
  size: string | null;
  observedAt: string | null;
  problem: string | null;
  reason: CapacityFacts['reason'];
  reasonVars: Record<string, string>;
  reasonUntil: string | null;
  since: string | null;
  sizeSince: string | null;
  pauseAt: string | null;
  operation: CapacityFacts['operation'];
  wakeSeconds: number[];
  followShifts: boolean;
  viewers: number;
  waiters: number;
  version: number;
  /** The other units that reach it; for the platform only, and null in a list. */
  members: { tenantId: string; name: string }[] | null;
};
/** What only those who control it get. */
type Controlled = Record<RuleFlag, boolean> &
  Omit<RuleFields, RuleFlag> & {
    ownerTenantId: string;
    ownerAccountId: string;
    override: StoredOverride | null;
    overrideName: string | null;
  };
export type FactsRow = Known & Partial<Controlled>;
export type ControlledRow = Known & Controlled;
export type Plan = { zone: string; holidays: Holiday[]; shifts: Shift[] };

const factsStatement = raw('capacity.facts', { facts: typed<FactsRow>('jsonb?') });
const planStatement = raw('capacity.plan', { plan: typed<Plan | null>('jsonb?') });

/** A capacity that the caller reaches, or with null all of them. */
export const readFacts = (db: Db, id: string | null) => factsStatement(db, sql`select app.capacity_facts(${id}::uuid) as facts`);
/** The shifts, zone and holidays of its owner; null for a capacity without one. */
export const readPlan = (db: Db, id: string) => planStatement(db, sql`select app.capacity_plan(${id}::uuid) as plan`);

const isControlled = (row: FactsRow): row is ControlledRow => row.controls && row.baseSize !== undefined;

/** The capacity found; one that doesn't exist and one that the caller doesn't reach answer the same. */
export function found(rows: readonly { facts: FactsRow }[]): FactsRow {
  const row = rows[0]?.facts;
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same for those who may change it. */
export function controlled(rows: readonly { facts: FactsRow }[]): ControlledRow {
  const row = found(rows);
  if (!isControlled(row)) throw new AppError('capacity_elsewhere');
  return row;
}

export const controlledOrNull = (row: FactsRow): ControlledRow | null => (isControlled(row) ? row : null);

const iso = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

export const presentFacts = (row: FactsRow): CapacityFacts => ({
  ...{ id: row.id, name: row.name, kind: row.kind, resourceGroup: row.resourceGroup, region: row.region },
  ...{ controls: toFlag(row.controls), owner: row.owner, ownedByOther: toFlag(row.ownedByOther) },
  ...{ state: row.state, size: row.size, observedAt: iso(row.observedAt), problem: row.problem },
  ...{ reason: row.reason, reasonVars: row.reasonVars, reasonUntil: iso(row.reasonUntil), since: iso(row.since) },
  sizeSince: iso(row.sizeSince),
  ...{ pauseAt: iso(row.pauseAt), operation: row.operation, viewers: row.viewers, waiters: row.waiters },
});

export const getRules = (row: ControlledRow): StoredRules => ({
  ...pick(row, ruleFields),
  ...buildRecord(ruleFlags, (name) => toFlag(row[name])),
  ...pick(row, ['name', 'serviceCapacityId']),
});

/** The rules as `desiredState` asks for them. */
export const decidingRules = (rules: RuleFields): CapacityRules => ({
  ...buildRecord(ruleFlags, (name) => isOn(rules[name])),
  idleMinutes: rules.idleMinutes,
});
