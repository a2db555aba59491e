/** Test mails of one tenant within an hour. */
export const testsAnHour = 10;
/** A subject as the mail log keeps it. */
export const longestSubject = 300;
