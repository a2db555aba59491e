/** BEHAVIOUR 13: a partner's visit ends after so many minutes whatever happens; without a call for an hour it ends before. */
export const switchMinutes = { hard: 480, idle: 60, person: 60 } as const;
/** An administrator may let the partner in without asking for at most so long. */
export const standingHours = 8;
