/** BEHAVIOUR 13: a partner's visit ends after this many minutes in any case, and earlier after an hour without a call. */
export const switchMinutes = { hard: 480, idle: 60, person: 60 } as const;
/** The longest standing approval that an administrator can give a partner. */
export const standingHours = 8;
