import type { Profile } from '../access/profile.ts';

/** Who a message is for; resolved to users when they are notified, without its sender. */
export type MessageAudience =
  | { type: 'all' }
  | { type: 'profile'; profile: Profile }
  | { type: 'groups'; ids: readonly string[] }
  | { type: 'users'; ids: readonly string[] };

export const audienceTypes = ['all', 'profile', 'groups', 'users'] as const satisfies readonly MessageAudience['type'][];

/** The rows that must exist for it. */
export const namedIn = (audience: MessageAudience): readonly string[] => ('ids' in audience ? [...new Set(audience.ids)] : []);
