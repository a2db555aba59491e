import type { Profile } from '../access/profile.ts';
import { administering, type Status } from './person.ts';

/** The manual status changes (Spec 4): from which statuses, and to which one. */
export const statusActions = ['activate', 'test', 'deactivate', 'block', 'unblock'] as const;
export type StatusAction = (typeof statusActions)[number];

export const transitions: Record<StatusAction, { from: readonly Status[]; to: Status }> = {
  activate: { from: ['I', 'D', 'T'], to: 'A' },
  test: { from: ['A', 'I', 'D'], to: 'T' },
  deactivate: { from: ['A', 'T', 'I', 'B'], to: 'D' },
  block: { from: ['A', 'T', 'I', 'D'], to: 'B' },
  unblock: { from: ['B'], to: 'A' },
};

/** The actions available for a user in this status; users can't end their own access. */
export const actionsFor = (status: Status, isSelf: boolean): StatusAction[] =>
  statusActions.filter((action) => transitions[action].from.includes(status) && !(isSelf && stops(action)));

/** Whether an action ends a user's access. */
export const stops = (action: StatusAction): boolean => !['A', 'T'].includes(transitions[action].to);

/** Whether a change of profile removes a user's administration. */
export const demotes = (before: Profile, after: Profile): boolean => administering.includes(before) && !administering.includes(after);
