import type { Profile } from '../access/profile.ts';
import { administering, type Status } from './person.ts';

/** What changes a status by hand (Spec 4), and from which statuses it leads where. */
export const statusActions = ['activate', 'test', 'deactivate', 'block', 'unblock'] as const;
export type StatusAction = (typeof statusActions)[number];

export const transitions: Record<StatusAction, { from: readonly Status[]; to: Status }> = {
  activate: { from: ['I', 'D', 'T'], to: 'A' },
  test: { from: ['A', 'I', 'D'], to: 'T' },
  deactivate: { from: ['A', 'T', 'I', 'B'], to: 'D' },
  block: { from: ['A', 'T', 'I', 'D'], to: 'B' },
  unblock: { from: ['B'], to: 'A' },
};

/** The actions that a person in this status can be given; `self` is nobody's to stop. */
export const actionsFor = (status: Status, isSelf: boolean): StatusAction[] =>
  statusActions.filter((action) => transitions[action].from.includes(status) && !(isSelf && stops(action)));

/** Tells whether an action ends somebody's access. */
export const stops = (action: StatusAction): boolean => !['A', 'T'].includes(transitions[action].to);

/** Tells whether a change of profile takes the administration from who had it. */
export const demotes = (before: Profile, after: Profile): boolean => administering.includes(before) && !administering.includes(after);
