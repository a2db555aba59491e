// The one list of the fields of a capacity's rules and of a shift: contract, statements, decisions and forms derive from it, or are a
// record of all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

/** Rules that are S or N on the wire; a column each. */
export const ruleFlags = [
  'followShifts',
  'autoPause',
  'forceStop',
  'wakeOutside',
  'wakeForRefreshes',
  'paidByReservation',
  'budgetStop',
] as const;
export type RuleFlag = (typeof ruleFlags)[number];
export const ruleFields = [...ruleFlags, 'idleMinutes', 'wakeBy', 'baseSize', 'prices', 'currency', 'budgetCents'] as const;
export type RuleField = (typeof ruleFields)[number];

export const shiftFlags = ['autoActivate', 'autoPause', 'useSchedule'] as const;
export type ShiftFlag = (typeof shiftFlags)[number];
export const shiftFields = ['name', 'days', 'starts', 'ends', ...shiftFlags, 'idleMinutes', 'size'] as const;
export type ShiftField = (typeof shiftFields)[number];
