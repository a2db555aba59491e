/** Lives of the links of an account, in hours (BEHAVIOUR 14: a set-password link 72 h). */
export const linkHours = { invite: 72, reset: 1 } as const;

/** How often administrators may have such a mail sent to one person, in an hour. */
export const mostMailsAnHour = 5;

/** What a link of an account is for; `change` comes from a sign-in whose password must be changed (Spec 4). */
export const linkPurposes = ['invite', 'reset', 'change'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Where a link of an account leads (Spec 2). */
export const passwordPath = (token: string): string => `/new/password/${token}`;
