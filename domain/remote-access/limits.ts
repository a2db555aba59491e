/** BEHAVIOUR 8: how long a visit lasts, and how long things wait. */
export const visitMinutes = { least: 5, usual: 30, most: 120 } as const;
export const lookMinutes = 15;
export const answerMinutes = 10;
export const enterMinutes = 5;
/** So many refusals within these hours, and the asker waits as long. */
export const refusals = { most: 3, hours: 24 } as const;
/** BEHAVIOUR 17, session end: said before it comes. */
export const warnMinutes = 2;
export const longest = { reason: 300, ticket: 40, refusal: 300, path: 300, title: 200 } as const;
/** A standing consent ends some day (Salesforce: at most a year). */
export const standingDays = 365;

/** How often a browser follows remote access: at once while a request is open; while none is, the minute's beat says when one comes. */
export const everyMs = { live: 1500, seldom: 60_000 } as const;

/** What ended a session that somebody else entered. */
export const endings = ['person', 'asker', 'admin', 'time', 'rights'] as const;
