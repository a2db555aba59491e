// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 120;
export const maxReasonLength = 300;
export const maxUsers = 100_000;
export const maxDomains = 1_000;
export const maxReports = 100_000;
/** BEHAVIOUR 3: the default length of a trial is 30 days. */
export const trialDays = { least: 1, usual: 30, most: 365 } as const;
/** For how many days a deleted tenant can be restored. */
export const restoreDays = 30;
/** Days for which the data of an ended trial is kept before the unit is deleted. */
export const keptAfterTrialDays = 30;
/** A partner isn't notified twice of the same limit within this time, should a run be cut off. */
export const limitNewsMinutes = 60;
