import type { UserTab } from '../draft.ts';
import type { OneUser } from '../queries.ts';

/** What stands beside the name of a tab; 0 custom fields leave their tab out. */
export function useTabCounts(user: OneUser | null): Partial<Record<UserTab, number>> {
  return { custom: 0, ...(user ? { groups: user.counts.reports } : {}) };
}
