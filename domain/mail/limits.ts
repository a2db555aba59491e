/** Test mails of one tenant within an hour. */
export const testsAnHour = 10;
/** A subject as the mail log keeps it. */
export const longestSubject = 300;
/** The hour of `testsAnHour`. */
export const testWindowSeconds = 3600;
/** How long administrators aren't notified again that their server fails. */
export const failingNewsHours = 24;
