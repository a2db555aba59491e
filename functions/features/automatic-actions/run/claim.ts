import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../../../db/client.ts';
import { raw, typed } from '../../../../db/raw.ts';
import { taskTriggers } from '../../../../db/schema/automatic-actions.ts';
import type { Holiday } from '../../../../domain/automatic-actions/calendar-days.ts';
import { type ClaimedTrigger, type KeptClaim, keptClaim } from '../../../../domain/automatic-actions/claim.ts';
import { triggerColumns } from '../../../../domain/automatic-actions/fields.ts';
import type { StoredTrigger } from '../../../../domain/automatic-actions/trigger.ts';

const lease = '2 minutes';

const claimed = raw('tasks.claim_triggers', {
  tenant_id: 'uuid',
  id: 'uuid',
  next_at: 'timestamptz',
  task_id: 'uuid',
  type: typed<ClaimedTrigger['task']['type']>('text'),
  state: typed<ClaimedTrigger['task']['state']>('text'),
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  frequency: typed<StoredTrigger['frequency']>('text'),
  date: 'date?',
  days: 'int2[]',
  monthDay: 'int2?',
  shortMonth: typed<StoredTrigger['shortMonth']>('text'),
  businessDay: typed<StoredTrigger['businessDay']>('text'),
  onHoliday: typed<StoredTrigger['onHoliday']>('text'),
  times: 'text[]',
  everyMinutes: 'int2?',
  from: 'text?',
  until: 'text?',
  zone: 'text',
  holidays: typed<Holiday[]>('jsonb'),
});
const kept = raw('tasks.keep_runs', { tenant_id: 'uuid', id: 'uuid' });

type Run = { tenant: string; id: string };
type Claims = { claims: KeptClaim[]; runs: Run[] };

const triggerValues = triggerColumns.map((name) => `${taskTriggers[name].name} as "${name}"`).join(', ');
/** The columns of a claim: a trigger's with the names of `StoredTrigger`. */
export const claimColumns = `tenant_id, id, next_at, task_id, type, state, starts_at, ends_at, ${triggerValues}, zone, holidays`;
const claim = (db: Db, most: number) =>
  claimed(db, sql`select ${sql.raw(claimColumns)} from app.claim_triggers(${most}::int, ${lease}::interval)`);
const keep = (db: Db, claims: readonly KeptClaim[]) =>
  kept(db, sql`select tenant_id, id from app.keep_runs(${JSON.stringify(claims)}::jsonb)`);

export type ClaimedRow = Awaited<ReturnType<typeof claim>>['rows'][number];
/** The runs of a claimed row, and when its trigger is due next. */
export function toClaim(
  { tenant_id, id, next_at, task_id, type, state, starts_at, ends_at, zone, holidays, ...trigger }: ClaimedRow,
  now: Date,
): KeptClaim {
  const task = { id: task_id, type, state, startsAt: starts_at, endsAt: ends_at };
  return keptClaim({ tenant: tenant_id, id, nextAt: next_at, task, trigger, zone, holidays }, now);
}
const toClaims = (rows: readonly ClaimedRow[], now: Date): KeptClaim[] => rows.map((row) => toClaim(row, now));
const getRuns = (rows: readonly { tenant_id: string; id: string }[]): Run[] => rows.map(({ tenant_id, id }) => ({ tenant: tenant_id, id }));

/**
 * Writes the runs of the triggers that were claimed before and moves them on, and claims `next` of those that are due: one trip a batch,
 * however many units they belong to. After a kill between two trips the lease expires, and the same runs are computed again.
 */
export async function claimDue(database: Database, now: Date, before: readonly KeptClaim[], next: number): Promise<Claims> {
  if (before.length === 0) {
    const [{ rows }] = await database.withJob(null, (db) => [claim(db, next)]);
    return { claims: toClaims(rows, now), runs: [] };
  }
  if (next === 0) {
    const [{ rows }] = await database.withJob(null, (db) => [keep(db, before)]);
    return { claims: [], runs: getRuns(rows) };
  }
  const [{ rows }, claimedNow] = await database.withJob(null, (db) => [keep(db, before), claim(db, next)]);
  return { claims: toClaims(claimedNow.rows, now), runs: getRuns(rows) };
}
