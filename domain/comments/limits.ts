export const longestComment = 2000;
/** How long an author may change his words. */
export const editMinutes = 15;
export const commentsPerMinute = 30;
export const mostAnswers = 200;
export const mostMentions = 20;
