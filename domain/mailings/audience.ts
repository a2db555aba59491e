/** Whom a mailing is for, as it is stored in `mailings.audience`; who that is, is asked when they are told. */
export type Audience =
  /** Whom a maintenance window concerns. */
  | { type: 'window'; id: string }
  /** Who sees a group and a sub-group of reports; null is none. */
  | { type: 'place'; groupId: string | null; subgroupId: string | null };

export type AudienceType = Audience['type'];
export type AudienceOf<Type extends AudienceType> = Extract<Audience, { type: Type }>;
