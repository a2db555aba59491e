/** Who sees a group or sub-group: everyone in the tenant, or selected people. */
export type Audience = 'everyone' | 'chosen';

/** The selected people without duplicates; empty when everyone sees it. */
export const chosenViewers = (asked: { audience: Audience; viewers: readonly string[] }): string[] =>
  asked.audience === 'chosen' ? [...new Set(asked.viewers)] : [];

/** The same for an edit, where undefined leaves either unchanged. */
export const editedViewers = ({ audience, viewers }: { audience?: Audience; viewers?: readonly string[] }): string[] | undefined =>
  audience === 'everyone' ? [] : viewers && [...new Set(viewers)];
