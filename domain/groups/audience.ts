/** Who sees a group or sub-group: everyone in the tenant, or chosen people. */
export type Audience = 'everyone' | 'chosen';

/** The chosen people without duplicates; empty when everyone sees it. */
export const chosenViewers = (asked: { audience: Audience; viewers: readonly string[] }): string[] =>
  asked.audience === 'chosen' ? [...new Set(asked.viewers)] : [];
