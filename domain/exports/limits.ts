/** Exports of one account of the report service that may run at a time; the others wait in line. */
export const runningPerAccount = 5;
/** Exports of one person that may be under way or in line. */
export const activePerPerson = 20;
/** What the service takes in one export (REPORT_SERVICE 1.2). */
export const mostPages = 50;
/** Starts of one export when the service says that it is too busy. */
export const mostAttempts = 3;
/** Calls in a row without an answer of use before an export is given up. */
export const mostMisses = 5;
/** From the first start on; what takes longer is stuck. */
export const longestRunMinutes = 20;
/** Waiting in line and for the service included. */
export const longestWaitMinutes = 60;
export const fileHours = 24;
/** A file of the same content may be given to the next who asks for it. */
export const sharedMinutes = 60;

const mega = 1024 * 1024;
export const largestFile = 250 * mega;
/** Larger files go by mail as a link only. */
export const largestAttachment = 25 * mega;
/** A file that is marked page by page must fit into memory several times. */
export const largestToMark = 15 * mega;
/** Pixels of one picture that is marked: four bytes each, twice. */
export const mostPixelsToMark = 8_000_000;
