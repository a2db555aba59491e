export const messageLimits = { subject: 120, groups: 50, users: 200, search: 80 } as const;
/** How many messages to all users a unit may send within `toAllHours`. */
export const toAllADay = 5;
export const toAllHours = 24;
/** A message can be recalled this long. */
export const recallMinutes = 10;
/** Test mails that senders send themselves. */
export const testsAnHour = 20;
export const testHours = 1;
/** Characters of the text that the inbox shows before the message is opened. */
export const excerptLength = 240;
