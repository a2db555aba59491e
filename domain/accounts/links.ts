/** Lives of the links of an account, in hours (BEHAVIOUR 14: a set-password link 72 h). */
export const linkHours = { invite: 72, reset: 1, undo: 7 * 24, lost: 1, keep: 24 } as const;

/** How often administrators may have such a mail sent to one person, and within which time. */
export const mailLimit = { most: 5, seconds: 3600 } as const;

/** What a link of an account is for; `change` comes from a sign-in whose password must be changed (Spec 4). */
export const linkPurposes = ['invite', 'reset', 'change'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Where a link of an account leads (Spec 2). */
export const passwordPath = (token: string): string => `/new/password/${token}`;

/** What a link about an account's factors does: undoes a change, begins the wait of who has lost them all, or ends it. */
export const factorLinks = ['undo', 'lost', 'keep'] as const;

/** Where such a link leads. */
export const factorLinkPath = (token: string): string => `/account/factors/${token}`;
