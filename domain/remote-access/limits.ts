/** BEHAVIOUR 8: how long a visit lasts, and how long requests wait. */
export const visitMinutes = { least: 5, usual: 30, most: 120 } as const;
export const lookMinutes = 15;
export const answerMinutes = 10;
export const enterMinutes = 5;
/** After this many refusals within these hours, the asker has to wait as long. */
export const refusals = { most: 3, hours: 24 } as const;
/** BEHAVIOUR 17, session end: announced this long before. */
export const warnMinutes = 2;
export const longest = { reason: 300, ticket: 40, refusal: 300, path: 300, title: 200 } as const;
/** The longest standing consent (Salesforce: at most a year). */
export const standingDays = 365;

/** How often a browser polls remote access: at once while a request is open; otherwise once a minute, to notice a new one. */
export const everyMs = { live: 1500, seldom: 60_000 } as const;

/** Why an act-as session ended. */
export const endings = ['person', 'asker', 'admin', 'time', 'rights'] as const;
/** How long a view-only visit that needs no answer waits for its browser. */
export const lookStartMinutes = 1;
