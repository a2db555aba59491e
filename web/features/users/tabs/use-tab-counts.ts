import { useCustomFields } from '../../custom-fields/index.ts';
import type { UserTab } from '../draft.ts';
import type { OneUser } from '../queries.ts';

/** The counts beside the tabs' names; without custom fields their tab is absent. */
export function useTabCounts(user: OneUser | null): { counts: Partial<Record<UserTab, number>>; hasCustom: boolean } {
  const { fields } = useCustomFields('user');
  return { counts: user ? { groups: user.counts.reports } : {}, hasCustom: fields.length > 0 };
}
