/** Own views of one report for one user, characters of a state (64 kB) and of what is stored beside it. */
export const viewLimits = { perReport: 50, state: 65_536, rest: 16_384, name: 80, pageName: 200 };
/** People that one call may notify, people in one hour, characters of the message. */
export const shareLimits = { atOnce: 20, anHour: 60, windowSeconds: 3600, message: 500 };
