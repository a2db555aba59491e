export const longestComment = 2000;
/** How long an author may change a comment. */
export const editMinutes = 15;
/** How many comments one user may write within the window. */
export const commentsPerMinute = 30;
export const commentWindowSeconds = 60;
export const maxAnswers = 200;
export const maxMentions = 20;
