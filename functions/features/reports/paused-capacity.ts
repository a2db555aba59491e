import { sql } from 'drizzle-orm';
import type { InTenant } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { lookSoon, wakeCapacity } from '../capacity/index.ts';
import { type AccountRow, getAccount, getProvider } from './provider.ts';

const claimLook = raw('capacity.claim_look', { claimed: 'bool' });

const notRunning: readonly (string | null)[] = ['paused', 'stopping', 'starting'];
const askMs = capacityLimits.askSeconds * 1000;

/** What Azure last answered this isolate where the stored state was older; it is forgotten with the next observation. */
const seenRunning = new Map<string, number>();

/**
 * Refuses a report whose capacity was last observed not running. An observation older than some seconds is checked with Azure first, by one
 * caller at a time; if it says otherwise, the reconciler looks now, because it alone records states. Without an answer the observation
 * holds.
 */
export async function refusePaused(ctx: Context, inTenant: InTenant, row: AccountRow | null): Promise<void> {
  const id = row?.capacity_id;
  if (!row || !id || !notRunning.includes(row.capacity_state)) return;
  const now = ctx.clock.now();
  if (now - (seenRunning.get(id) ?? 0) < askMs) return;
  const isStale = !row.capacity_at || now - Date.parse(row.capacity_at) > askMs;
  if (!isStale || !(await isRunningNow(ctx, inTenant, row, id))) throw new AppError('capacity_paused');
  seenRunning.set(id, now);
}

async function isRunningNow(ctx: Context, inTenant: InTenant, row: AccountRow, id: string): Promise<boolean> {
  const [{ rows }] = await inTenant((db) => [
    claimLook(db, sql`select app.claim_look(${id}::uuid, ${capacityLimits.askSeconds}) as claimed`),
  ]);
  if (!rows[0]?.claimed) return false;
  try {
    const { state } = await getProvider(ctx).azureCapacity(await getAccount(ctx, row), row.capacity_arm ?? '');
    if (state !== 'running') return false;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx.log('capacity_not_asked', { code: error.code, serviceStatus: error.httpStatus });
    return false;
  }
  lookAgain(ctx, inTenant, id);
  return true;
}

/** Lets the reconciler look now, because the service was just seen to differ from the stored state. */
const lookAgain = (ctx: Context, inTenant: InTenant, id: string): void =>
  ctx.later(inTenant((db) => [wakeCapacity(db, id)]).then(() => lookSoon(ctx, id)));

/** The service refused a token because the capacity is paused, which the stored state didn't say yet. */
export function notePaused(ctx: Context, inTenant: InTenant, error: unknown, row: AccountRow | null): void {
  const isPaused = error instanceof ServiceError && error.code === 'capacity_paused';
  if (isPaused && row?.capacity_id) lookAgain(ctx, inTenant, row.capacity_id);
}
