import type { StoredOverride } from '../capacity/desired.ts';
import type { runReasons } from './task.ts';

/** The capacity on which a task's report runs, as it was last looked at. */
export type CapacityToWake = {
  /** The unit controls it, and the task's owner sees its account. */
  isControlled: boolean;
  isReached: boolean;
  /** The rule that keeps it paused; null where none does. */
  reason: string | null;
  override: StoredOverride | null;
};
type Wake = { skips: (typeof runReasons)[number] } | { asks: boolean };

/**
 * What a run does whose capacity is paused. Without leave to start it, or where a stronger rule holds (desiredState), the run is skipped,
 * because a wish would change nothing; so it is while a pause that a person made holds. What a person started is waited for.
 */
export function decideWake({ wakeOutside, capacity }: { wakeOutside: boolean; capacity: CapacityToWake | null }, now: Date): Wake {
  if (!wakeOutside || !capacity?.isControlled || !capacity.isReached) return { skips: 'capacity_paused' };
  const { reason, override } = capacity;
  if (reason === 'budget' || reason === 'maintenance') return { skips: reason };
  const isHeld = override !== null && override.by !== 'task' && new Date(override.until) > now;
  return isHeld && override.state === 'paused' ? { skips: 'held' } : { asks: !isHeld };
}
