import type { MessageAudience } from '../messages/audience.ts';

/** The recipients of a mailing, as stored in `mailings.audience`; it is resolved to users when they are notified. */
export type Audience =
  /** Who is affected by a maintenance window. */
  | { type: 'window'; id: string }
  /** Who sees a group and a sub-group of reports; null is none. */
  | { type: 'place'; groupId: string | null; subgroupId: string | null }
  /** These people, who had asked for the notification. */
  | { type: 'people'; ids: readonly string[] }
  /** The recipients of a message. */
  | MessageAudience;

export type AudienceType = Audience['type'];
export type AudienceOf<Type extends AudienceType> = Extract<Audience, { type: Type }>;
