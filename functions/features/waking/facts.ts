import { type SQL, sql } from 'drizzle-orm';
import type { Db, InTenant } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { Holiday } from '../../../domain/automatic-actions/calendar-days.ts';
import type { ObservedState, StoredOverride } from '../../../domain/capacity/desired.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import type { WakeBy } from '../../../domain/capacity/rules.ts';
import type { Shift } from '../../../domain/capacity/shifts.ts';
import { getWait, usualSeconds } from '../../../domain/capacity/waiting.ts';
import type { Waiting } from '../../../domain/capacity/waking-contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context, SessionContext } from '../../request/context.ts';
import { lookSoon } from '../capacity/index.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';

const shape = {
  id: 'uuid',
  state: typed<ObservedState>('text'),
  observed_at: 'timestamptz?',
  starting_at: 'timestamptz?',
  problem: 'text?',
  wake_seconds: typed<number[]>('jsonb'),
  follow_shifts: 'bool',
  wake_outside: 'bool',
  wake_by: typed<WakeBy>('text'),
  reason: 'text?',
  reason_until: 'timestamptz?',
  override: typed<StoredOverride | null>('jsonb?'),
  zone: 'text',
  shifts: typed<Shift[]>('jsonb'),
  holidays: typed<Holiday[]>('jsonb'),
  flagged: 'bool',
  tell: 'bool',
  opening_asked_at: 'timestamptz?',
  asked_at: 'timestamptz?',
  waiters: 'int4',
} as const;
export type WakingRow = RowOf<typeof shape>;
const readWaking = raw('capacity.to_wake', shape);

/** The capacity of a report with what decides about waking it; no row where it isn't controlled. */
export const capacityToWake = (db: Db, report: string | SQL) => readWaking(db, sql`select * from app.capacity_to_wake(${report}::uuid)`);

const seenShape = { title: 'text', zone: 'text', words: 'text' } as const;
type Seen = RowOf<typeof seenShape>;
const readSeen = raw('capacity.seen_report', seenShape);

/** The report if the caller sees it, with the unit's shown zone and its own words for people who wait. */
export const seenReport = (db: Db, ctx: SessionContext, id: string) =>
  readSeen(
    db,
    sql`select r.title, coalesce((select nullif(t."values"->>'timezone', '') from settings t where t.tenant_id = r.tenant_id),
        ${ctx.tenant.zone}::text) as zone,
        coalesce((select t."values"->>'waiting_text' from settings t where t.tenant_id = r.tenant_id), '') as words
      from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(getViewer(ctx))}`,
  );

const dateOrNull = (at: string | null) => (at ? new Date(at) : null);
const waitingSince = (at: string | null, now: number) =>
  at && now - Date.parse(at) < capacityLimits.waitMinutes * 60_000 ? new Date(at) : null;

/** What decides, as the rule wants it; a wait that wasn't repeated for long is over. */
export const waitFacts = (row: WakingRow, now: number) => ({
  ...{ state: row.state, observedAt: dateOrNull(row.observed_at), startingAt: dateOrNull(row.starting_at), problem: row.problem },
  ...{ reason: row.reason, reasonUntil: dateOrNull(row.reason_until), override: row.override },
  ...{ followShifts: row.follow_shifts, wakeOutside: row.wake_outside, wakeBy: row.wake_by },
  ...{ shifts: row.shifts, holidays: row.holidays, zone: row.zone, isFlagged: row.flagged, askedAt: waitingSince(row.asked_at, now) },
});

const askStart = raw('capacity.ask_start', { asked: 'bool' });

/**
 * What a display or an embedded page is answered: "paused" while the capacity starts for it, where its slideshow or key allows that, else
 * when its reports open, if that is known.
 */
export async function opensInstead(error: unknown, ctx: Context, inTenant: InTenant, report: string): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'capacity_paused') return error;
  const [{ rows }] = await inTenant((db) => [capacityToWake(db, report)]);
  const [row] = rows;
  if (!row) return error;
  const now = ctx.clock.now();
  // Who may start it is decided by the slideshow or the key, not by a person's flag.
  const { opensAt, wakes } = getWait({ ...waitFacts(row, now), isFlagged: true }, new Date(now));
  if (wakes && (await isStarted(ctx, inTenant, row.id))) return error;
  return opensAt ? new AppError('capacity_opens', { at: opensAt.toISOString() }) : error;
}

async function isStarted(ctx: Context, inTenant: InTenant, capacity: string): Promise<boolean> {
  const [{ rows }] = await inTenant((db) => [askStart(db, sql`select app.ask_start(${capacity}::uuid) as asked`)]);
  if (!rows[0]?.asked) return false;
  lookSoon(ctx, capacity);
  return true;
}

type Place = Pick<Seen, 'zone' | 'words'>;
/** Nothing to wait for: no controlled capacity. */
const gone = ({ zone, words }: Place): Waiting => ({
  ...{ state: 'gone', seconds: null, usualSeconds: null, waiters: 0, opensAt: null, held: null, zone, tell: 'N', askAgainAt: null },
  text: words,
});

/** How far a capacity is for the caller, with what the screen shows of it. */
export function presentWait(row: WakingRow | undefined, place: Place, now: number): Waiting {
  if (!row) return gone(place);
  const { state, opensAt, held } = getWait(waitFacts(row, now), new Date(now));
  const since = row.starting_at ?? row.asked_at;
  const askAgain = row.opening_asked_at ? Date.parse(row.opening_asked_at) + capacityLimits.askOpeningMinutes * 60_000 : 0;
  return {
    state,
    seconds: since ? Math.max(0, Math.round((now - Date.parse(since)) / 1000)) : null,
    usualSeconds: usualSeconds(row.wake_seconds),
    waiters: row.waiters,
    opensAt: opensAt?.toISOString() ?? null,
    // A running one is not kept from anyone.
    held: state === 'closed' && held ? { by: held.by, until: held.until?.toISOString() ?? null } : null,
    ...{ zone: place.zone, text: place.words },
    tell: toFlag(row.tell),
    askAgainAt: askAgain > now ? new Date(askAgain).toISOString() : null,
  };
}
