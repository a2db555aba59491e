/** Whom a mailing is for, as it is stored in `mailings.audience`; who that is, is asked when they are told. */
export type Audience =
  /** Whom a maintenance window concerns. */
  { type: 'window'; id: string };

export type AudienceType = Audience['type'];
