/** How long an account's links work, in hours (BEHAVIOUR 14: a set-password link 72 h). */
export const linkHours = { invite: 72, reset: 1, undo: 7 * 24, lost: 1, keep: 24 } as const;

/** How often administrators can have such a mail sent to one user, and within which time. */
export const mailLimit = { most: 5, seconds: 3600 } as const;

/** What an account link is for; `change` comes from a sign-in whose password must be changed (Spec 4). */
export const linkPurposes = ['invite', 'reset', 'change'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Where an account link leads (Spec 2). */
export const passwordPath = (token: string): string => `/new/password/${token}`;

/** What a link about an account's factors does: undo a change, start the waiting period after all factors were lost, or end it. */
export const factorLinks = ['undo', 'lost', 'keep'] as const;

/** Where such a link leads. */
export const factorLinkPath = (token: string): string => `/account/factors/${token}`;
