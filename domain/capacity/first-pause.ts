type Pausing = { id: string; autoPause: boolean; useSchedule: boolean };

const pauses = (shift: Pausing | null): boolean => shift?.autoPause === true && shift.useSchedule;

/**
 * Whether a shift is the first that pauses its capacity for being idle: neither the capacity's own rules, nor the shift as it was before,
 * nor another shift do. The capacity's name is typed then, because other workspaces may run on it (SECOND_HALF 2.3, 7).
 */
export const isFirstPause = (
  shift: Pausing,
  before: Pausing | null,
  { rules, others }: { rules: { autoPause: boolean }; others: readonly Pausing[] },
): boolean => pauses(shift) && !rules.autoPause && !pauses(before) && !others.some((other) => other.id !== shift.id && pauses(other));
