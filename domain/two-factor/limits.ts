/** A code of an authenticator app: thirty seconds long, and one step before or after is still right. */
export const stepSeconds = 30;
export const stepsAround = 1;
export const recoveryCodes = 10;
export const longestName = 60;
/** Wrong answers after which the second step of a sign-in is over. */
export const triesOfStep = 5;
/** Mails with a code or about lost factors are counted for so long. */
export const mailSeconds = 3600;
