/** A code of an authenticator app: valid for thirty seconds, and one step before or after is accepted. */
export const stepSeconds = 30;
export const stepsAround = 1;
export const recoveryCodes = 10;
export const longestName = 60;
/** Wrong answers after which the second step of a sign-in fails. */
export const triesOfStep = 5;
/** The window in which mails with a code or about lost factors are counted. */
export const mailSeconds = 3600;
